#import bspwalk::paint::view

// x: physical pixels per logical pixel.
@group(1) @binding(0) var<uniform> settings: vec4<f32>;

struct Vertex {
    // Position of the label in the world.
    @location(0) anchor: vec3<f32>,
    // Offset of the corner from the anchor to the right and up, in logical pixels; radius of the stroke.
    @location(1) corner: vec3<f32>,
    // End points of the stroke.
    @location(2) ends: vec4<f32>,
    @location(3) color: vec4<f32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    // All corners have the same depth, so that this value is interpolated linearly in screen space.
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) ends: vec4<f32>,
    @location(2) @interpolate(flat) radius: f32,
    @location(3) @interpolate(flat) color: vec4<f32>,
}

fn to_linear(color: vec3<f32>) -> vec3<f32> {
    let low = color / 12.92;
    let high = pow((color + 0.055) / 1.055, vec3(2.4));
    return select(high, low, color <= vec3(0.04045));
}

@vertex
fn vertex(in: Vertex) -> Varying {
    let anchor = view.clip_from_world * vec4(in.anchor, 1.0);
    // A label is upright and has the same size at any distance. Its origin is at a whole pixel, so that text is sharp.
    let resolution = view.viewport.zw;
    let middle = round((anchor.xy / max(anchor.w, 1.0e-6) * 0.5 + 0.5) * resolution);
    let pixel = middle + in.corner.xy * settings.x;
    var out: Varying;
    // Ignore the depth buffer, because hidden labels are already omitted during placement. A label behind the eye is
    // clipped.
    out.position = vec4(pixel / resolution * 2.0 - 1.0, 0.5, select(-1.0, 1.0, anchor.w > 0.0));
    out.at = in.corner.xy;
    out.ends = in.ends;
    out.radius = in.corner.z;
    out.color = vec4(to_linear(in.color.rgb), in.color.a);
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let along = in.ends.zw - in.ends.xy;
    let offset = in.at - in.ends.xy;
    let share = clamp(dot(offset, along) / max(dot(along, along), 1.0e-6), 0.0, 1.0);
    let away = (distance(offset, along * share) - in.radius) * settings.x;
    let alpha = in.color.a * clamp(0.5 - away, 0.0, 1.0);
    if alpha < 0.004 {
        discard;
    }
    return vec4(in.color.rgb, alpha);
}
