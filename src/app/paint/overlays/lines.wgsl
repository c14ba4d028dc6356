#import bspwalk::paint::view

// x: physical pixels per logical pixel; y: opacity; z, w: distances at which lines begin to fade and are fully
// transparent.
@group(1) @binding(0) var<uniform> settings: vec4<f32>;

// Fraction of its distance by which a line is moved towards the eye, in front of the face it lies on.
const NEARER: f32 = 6.0e-4;
// Width of the antialiased edge, in pixels.
const SOFT: f32 = 1.0;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) other: vec3<f32>,
    @location(2) color: vec4<f32>,
    // Side of the line (−1 or 1), and width in logical pixels. The width is negative at the second end of the line.
    @location(3) corner: vec2<f32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    // Pixel distance from the centre line, half the width, and 1, all multiplied by w. Dividing by the last component
    // makes them linear in screen space, which WebGL 2 does not support otherwise.
    @location(1) across: vec3<f32>,
    @location(2) distance: f32,
}

// Returns the clip-space position of a point, moved slightly towards the eye.
fn clip(place: vec3<f32>) -> vec4<f32> {
    let at = view.clip_from_world * vec4(place, 1.0);
    return vec4(at.xy, at.z * (1.0 + NEARER), at.w);
}

// Returns the fraction of the line from `a` to `b` that the near plane cuts off if only `a` is behind the plane.
fn behind_near_plane(a: vec4<f32>, b: vec4<f32>) -> f32 {
    let before = a.z - a.w;
    let after = b.z - b.w;
    return select(0.0, before / (before - after), before > 0.0 && after <= 0.0);
}

fn to_linear(color: vec3<f32>) -> vec3<f32> {
    let low = color / 12.92;
    let high = pow((color + 0.055) / 1.055, vec3(2.4));
    return select(high, low, color <= vec3(0.04045));
}

@vertex
fn vertex(in: Vertex) -> Varying {
    let own = clip(in.position);
    let other = clip(in.other);
    // Clip the line at the near plane before widening it, because a point behind the eye has no screen position.
    let cut = behind_near_plane(own, other);
    let a = mix(own, other, cut);
    let b = mix(other, own, behind_near_plane(other, own));
    let resolution = view.viewport.zw;
    let along = (b.xy / b.w - a.xy / a.w) * resolution;
    let length = length(along);
    let direction = select(vec2(1.0, 0.0), along / length, length > 1.0e-6);
    let normal = vec2(-direction.y, direction.x);

    // Draw a line thinner than a pixel as one pixel wide, but fainter.
    let wanted = abs(in.corner.y) * settings.x;
    let width = max(wanted, 1.0);
    let reach = 0.5 * width + SOFT;

    // The normals at the two ends are opposite, because each end's direction points to the other end.
    var out: Varying;
    let offset = normal * in.corner.x * sign(in.corner.y) * reach - direction * SOFT * 0.5;
    out.position = vec4(a.xy + offset * 2.0 / resolution * a.w, a.z, a.w);
    out.color = vec4(to_linear(in.color.rgb), in.color.a * settings.y * min(wanted, 1.0));
    out.across = vec3(in.corner.x * reach, 0.5 * width, 1.0) * a.w;
    out.distance = distance(view.world_position, mix(in.position, in.other, cut));
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let across = in.across.xy / in.across.z;
    let edge = 1.0 - smoothstep(across.y - 0.5 * SOFT, across.y + 0.5 * SOFT, abs(across.x));
    let far = 1.0 - smoothstep(settings.z, settings.w, in.distance);
    let alpha = in.color.a * edge * far;
    if alpha < 0.002 {
        discard;
    }
    return vec4(in.color.rgb, alpha);
}
