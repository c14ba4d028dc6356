// Surface of a level: texture or measuring grid, lit by the sky, the sun and a lamp at the eye.

#import bspwalk::paint::{part, sun_view, view, visible_sun}

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
#ifdef FILE_LIGHT
    @location(3) uv_b: vec2<f32>,
#endif
#ifdef VERTEX_COLORS
    @location(4) color: vec4<f32>,
#endif
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
#ifdef FILE_LIGHT
    @location(3) uv_b: vec2<f32>,
#endif
#ifdef VERTEX_COLORS
    @location(4) color: vec4<f32>,
#endif
}

struct Surface {
    // Linear colour with straight alpha.
    color: vec4<f32>,
    emissive: vec4<f32>,
    // Unit vector towards the sun.
    to_sun: vec4<f32>,
    // Light from the sun, from the sky above, and from below (linear).
    sun: vec4<f32>,
    sky: vec4<f32>,
    ground: vec4<f32>,
    // Box that the light volume fills: minimum corner, and 1 / size.
    volume_min: vec4<f32>,
    volume_inverse_size: vec4<f32>,
    // Distance from a surface at which the volume is sampled (in metres).
    volume_offset: f32,
    // Number of probes along the depth (0 without a volume), and the light that the value 1 represents.
    volume_depth: f32,
    volume_brightest: f32,
    alpha_cutoff: f32,
    // 1 if the lightmaps of the level file are used.
    uses_file_light: f32,
}

@group(1) @binding(0) var<uniform> surface: Surface;
@group(1) @binding(1) var base_texture: texture_2d<f32>;
@group(1) @binding(2) var base_sampler: sampler;
@group(1) @binding(3) var volume: texture_3d<f32>;
@group(1) @binding(4) var volume_sampler: sampler;
@group(1) @binding(5) var file_light: texture_2d<f32>;
@group(1) @binding(6) var file_light_sampler: sampler;

const LAMP: vec3<f32> = vec3(0.34, 0.325, 0.30);

// Fraction of the ground covered by grid lines of `width` at `position`, both in periods. Lines thinner than a pixel
// are dimmed evenly (Golus, "The Best Darn Grid Shader (Yet)", 2023).
fn grid(position: vec2<f32>, change: vec2<f32>, width: f32) -> f32 {
    let drawn = clamp(vec2(width), change, vec2(0.5));
    let smoothing = max(change * 1.5, vec2(1.0e-6));
    let from_line = 1.0 - abs(fract(position) * 2.0 - 1.0);
    var lines = 1.0 - smoothstep(drawn - smoothing, drawn + smoothing, from_line);
    lines *= clamp(width / drawn, vec2(0.0), vec2(1.0));
    lines = mix(lines, vec2(width), clamp(change * 2.0 - 1.0, vec2(0.0), vec2(1.0)));
    return mix(lines.x, 1.0, lines.y);
}

// Darkening factor of an untextured surface, with lines every metre and fainter lines every decimetre.
fn measure(position: vec3<f32>, normal: vec3<f32>) -> f32 {
    let change = fwidth(position);
    let steep = abs(normal);
    var at = position.xz;
    var by = change.xz;
    if steep.x > steep.y && steep.x > steep.z {
        at = position.zy;
        by = change.zy;
    } else if steep.z > steep.y {
        at = position.xy;
        by = change.xy;
    }
    let metres = grid(at, by, 0.016);
    let decimetres = grid(at * 10.0, by * 10.0, 0.05);
    return 1.0 - 0.24 * metres - 0.06 * decimetres;
}

// Compresses light into the displayable range and preserves the hue, using a filmic curve for the strongest channel
// (Narkowicz, "ACES Filmic Tone Mapping Curve", 2016).
fn tone(light: vec3<f32>) -> vec3<f32> {
    let peak = max(light.r, max(light.g, light.b));
    let shown = peak * (2.51 * peak + 0.03) / (peak * (2.43 * peak + 0.59) + 0.14);
    return light * (min(shown, 1.0) / max(peak, 1.0e-4));
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let world = part.world_from_mesh * vec4(in.position, 1.0);
#ifdef SHADOWS
    out.position = sun_view.map_from_world * world;
#else
    out.position = view.clip_from_world * world;
#endif
    out.world = world.xyz;
    // Poses have no scale.
    out.normal = (part.world_from_mesh * vec4(in.normal, 0.0)).xyz;
    out.uv = in.uv;
#ifdef FILE_LIGHT
    out.uv_b = in.uv_b;
#endif
#ifdef VERTEX_COLORS
    out.color = in.color;
#endif
    return out;
}

#ifdef SHADOWS
@fragment
fn fragment(in: Varying) {
#ifdef CUTOUT
    if surface.color.a * textureSample(base_texture, base_sampler, in.uv).a < surface.alpha_cutoff {
        discard;
    }
#endif
}
#else
@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let position = in.world;
    var normal = normalize(in.normal);
    // Use the triangle's plane, because shading normals may be missing or point away from the eye.
    let to_eye = view.world_position.xyz - position;
    let distance = length(to_eye);
    let look = to_eye / max(distance, 1.0e-6);
    if dot(normal, look) < 0.0 {
        normal = -normal;
    }

    var color = surface.color;
#ifdef VERTEX_COLORS
    color *= in.color;
#endif
#ifdef TEXTURED
    color *= textureSample(base_texture, base_sampler, in.uv);
#endif
#ifdef CUTOUT
    if color.a < surface.alpha_cutoff {
        discard;
    }
#endif
#ifndef BLENDED
    color.a = 1.0;
#endif
#ifdef UNLIT
    return color;
#else
#ifdef GRID
    color = vec4(color.rgb * measure(position, normal), color.a);
#endif

    var sunlight = max(dot(normal, surface.to_sun.xyz), 0.0);
    var sky = mix(surface.ground.rgb, surface.sky.rgb, normal.y * 0.5 + 0.5) * 0.7;
    // Without shadows, the sun would shine through walls, so it only distinguishes the sides of objects.
    var sees_sun = 0.15;
    if surface.volume_depth > 0.0 {
        // Mean light and its main direction, which are the first two bands of spherical harmonics. The volume is
        // sampled slightly off the wall, so that light from behind the wall does not shine through.
        let at = (position + normal * surface.volume_offset - surface.volume_min.xyz) * surface.volume_inverse_size.xyz;
        let depth = clamp(at.z * surface.volume_depth, 0.5, surface.volume_depth - 0.5) / (2.0 * surface.volume_depth);
        let around = textureSampleLevel(volume, volume_sampler, vec3(at.xy, depth), 0.0);
        let moment = textureSampleLevel(volume, volume_sampler, vec3(at.xy, depth + 0.5), 0.0).xyz * 2.0 - 1.0;
        sky = around.rgb * around.rgb * surface.volume_brightest * max(1.0 + 2.0 * dot(moment, normal), 0.1);
        sees_sun = around.a;
    }
#ifdef SUN_SHADOWS
    if sun_view.has_map > 0.0 && sunlight > 0.0 {
        sees_sun = visible_sun(position, normal);
    }
#endif
    sunlight *= sees_sun;

    let lamp = LAMP * (0.25 + 0.75 * max(dot(normal, look), 0.0)) / (1.0 + 0.02 * distance * distance);
    var light = sky + surface.sun.rgb * sunlight + lamp;
#ifdef FILE_LIGHT
    // The file light is a factor for sRGB values, where 128 represents 1. For linear light, this factor is raised to a
    // power of about 2.2. It applies to the front side. Faces without file light have negative coordinates.
    if surface.uses_file_light > 0.0 && in.uv_b.x >= 0.0 && dot(normal, in.normal) > 0.0 {
        let factor = textureSampleLevel(file_light, file_light_sampler, in.uv_b, 0.0).rgb * (255.0 / 128.0);
        light = pow(factor, vec3(2.2));
    }
#endif
    // The camera's exposure represents the brightness setting.
    return vec4(tone((color.rgb * light + surface.emissive.rgb) * view.exposure), color.a);
#endif
}
#endif
