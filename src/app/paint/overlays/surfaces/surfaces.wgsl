#import bspwalk::paint::view

struct Settings {
    ramp: array<vec4<f32>, 7>,
    categories: array<vec4<f32>, 8>,
    front: vec4<f32>,
    back: vec4<f32>,
    selected: vec4<f32>,
    // Stripe colours of hidden faces.
    hidden: array<vec4<f32>, 2>,
    // Colours of edges that exist in the source, and of edges that the tree cut.
    edge: vec4<f32>,
    cut_edge: vec4<f32>,
    // Selected node, and the node index ranges of the subtrees in front of and behind it.
    selected_node: u32,
    front_start: u32,
    front_end: u32,
    back_start: u32,
    back_end: u32,
    // 0 material, 1 node, 2 depth, 3 source triangle, 4 fragment, 5 hidden.
    coloring: u32,
    category_count: u32,
    wireframe: u32,
    // Depth at the end of the colour ramp.
    last_depth: f32,
    // Physical pixels per logical pixel.
    scale: f32,
    // Radius of the body (in metres). Faces at a distance of only a few radii cover much of the screen.
    radius: f32,
}

@group(1) @binding(0) var<uniform> settings: Settings;

// Fraction of their distance by which fragments over the plain level are moved towards the eye.
const NEARER: f32 = 2.0e-4;
// Distances from the eye (in body radii) between which tints fade, and their minimum opacity factor near the eye. The
// fading prevents a tint from covering the screen.
const FADES: vec2<f32> = vec2(2.0, 14.0);
const LEAST_TINT: f32 = 0.15;
// Distance between the stripes on hidden faces, in logical pixels.
const STRIPES: f32 = 14.0;
// Node index of faces that are in no tree.
const NO_NODE: u32 = 0xffffffffu;

struct Vertex {
    @location(0) position: vec3<f32>,
    // Node; depth × 256 + corner index (2 bits), shown edges (3 bits), cut edges (3 bits); source triangle; fragment.
    @location(1) ids: vec4<u32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) corner: vec3<f32>,
    @location(2) @interpolate(flat) ids: vec4<u32>,
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    out.position = view.clip_from_world * vec4(in.position, 1.0);
#ifdef OVER_LEVEL
    // Scale the depth linearly. A nonlinear function would bend edges that extend behind the eye.
    out.position.z *= 1.0 + NEARER;
#endif
    out.world = in.position;
    let corner = in.ids.y & 3u;
    out.corner = vec3(f32(corner == 0u), f32(corner == 1u), f32(corner == 2u));
    out.ids = in.ids;
    return out;
}

// Hashes an index, so that neighbouring indices have uncorrelated values (PCG, Jarzynski and Olano, 2020).
fn hash(value: u32) -> u32 {
    let state = value * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

// Returns one of the category colours in one of three lightnesses.
fn category(id: u32) -> vec3<f32> {
    let h = hash(id);
    let base = settings.categories[h % settings.category_count].rgb;
    let lightness = (h >> 16u) % 3u;
    if lightness == 1u {
        return mix(base, vec3(1.0), 0.35);
    }
    return select(base, base * 0.55, lightness == 2u);
}

fn ramp(depth: u32) -> vec3<f32> {
    let place = sqrt(min(f32(depth) / settings.last_depth, 1.0)) * 6.0;
    let low = min(u32(place), 5u);
    return mix(settings.ramp[low].rgb, settings.ramp[low + 1u].rgb, place - f32(low));
}

@fragment
fn fragment(in: Varying, @builtin(front_facing) front_facing: bool) -> @location(0) vec4<f32> {
    let node = in.ids.x;
    // The screen-space y axis points down, so this order of derivatives makes the normal face the eye.
    let normal = normalize(cross(dpdy(in.world), dpdx(in.world)));

    // Tint the faces on both sides of the selected node's plane.
    var tint = vec4(0.0);
    if node != NO_NODE {
        if node == settings.selected_node {
            tint = vec4(settings.selected.rgb, 0.8);
        } else if node >= settings.front_start && node < settings.front_end {
            tint = vec4(settings.front.rgb, 0.55);
        } else if node >= settings.back_start && node < settings.back_end {
            tint = vec4(settings.back.rgb, 0.55);
        }
    }
    let away_from_eye = distance(in.world, view.world_position);
    let far = smoothstep(FADES.x * settings.radius, FADES.y * settings.radius + 1.0e-6, away_from_eye);
    tint.a *= mix(LEAST_TINT, 1.0, far);

#ifdef OVER_LEVEL
    var color = tint.rgb;
    var alpha = tint.a * 0.8;
#else
    var color = vec3(0.32, 0.34, 0.37);
    if node != NO_NODE {
        switch settings.coloring {
            case 1u: { color = category(node); }
            case 2u: { color = ramp(in.ids.y >> 8u); }
            case 3u: { color = category(in.ids.z); }
            case 4u: { color = category(in.ids.w); }
            case 5u: {
                let across = (in.position.x + in.position.y) / (STRIPES * settings.scale);
                color = select(settings.hidden[1].rgb, settings.hidden[0].rgb, fract(across) < 0.5);
            }
            default: {}
        }
    }
    color = mix(color, tint.rgb, tint.a);
    // Add enough light from above, from one side and from the eye to distinguish the faces of a column.
    let to_eye = normalize(view.world_position - in.world);
    let light = 0.66 + 0.12 * normal.y + 0.08 * normal.x + 0.2 * abs(dot(normal, to_eye));
    color = color * light * select(0.72, 1.0, front_facing);
    var alpha = 1.0;
#endif

    if settings.wireframe != 0u {
        // Distance to each edge, in pixels. Edges of triangles that are only a few pixels high fade out. Otherwise,
        // distant walls would consist only of edges.
        let step = max(fwidth(in.corner), vec3(1.0e-7));
        let away = in.corner / step;
        let high = 1.0 / step;
        var edge = vec4(0.0);
        for (var i = 0u; i < 3u; i++) {
            let bit = 1u << i;
            if ((in.ids.y >> 2u) & bit) == 0u {
                continue;
            }
            let is_cut = ((in.ids.y >> 5u) & bit) != 0u;
            let ink = select(settings.edge, settings.cut_edge, is_cut);
            let half_width = select(0.6, 0.9, is_cut) * settings.scale;
            let covered = 1.0 - smoothstep(half_width - 0.5, half_width + 0.5, away[i]);
            let strength = covered * ink.a * smoothstep(1.5, 9.0, high[i] / settings.scale);
            if strength > edge.a {
                edge = vec4(ink.rgb, strength);
            }
        }
        let total = edge.a + alpha * (1.0 - edge.a);
        color = (edge.rgb * edge.a + color * alpha * (1.0 - edge.a)) / max(total, 1.0e-4);
        alpha = total;
    }
    if alpha < 0.004 {
        discard;
    }
    return vec4(color, alpha);
}
