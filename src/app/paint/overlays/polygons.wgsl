#import bspwalk::paint::view

// x: physical pixels per logical pixel; y: 1 if both sides are hatched; z: 1 if polygons fade near the eye and at
// grazing angles.
@group(1) @binding(0) var<uniform> settings: vec4<f32>;

// Fraction of its distance by which a polygon is moved towards the eye, in front of the faces it lies on.
const NEARER: f32 = 4.0e-4;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) color: vec4<f32>,
}

struct Varying {
    @builtin(position) position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) color: vec4<f32>,
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    out.position = view.clip_from_world * vec4(in.position, 1.0);
    // Scale the depth linearly. A nonlinear function would bend edges that extend behind the eye.
    out.position.z *= 1.0 + NEARER;
    out.world = in.position;
    out.color = in.color;
    return out;
}

@fragment
fn fragment(in: Varying, @builtin(front_facing) front_facing: bool) -> @location(0) vec4<f32> {
    var alpha = in.color.a;
    if !front_facing || settings.y > 0.5 {
        // Hatching.
        let across = (in.position.x + in.position.y) / settings.x;
        let period = 14.0;
        let place = abs(fract(across / period) - 0.5) * period;
        let stripe = smoothstep(2.0, 3.0, place);
        alpha = alpha * mix(0.35, 1.15, stripe);
    }
    // Fade a polygon that the eye passes through, so that it does not flash.
    let away = distance(view.world_position, in.world);
    alpha = alpha * smoothstep(0.02, 0.7, away);
    if settings.z > 0.5 {
        let normal = normalize(cross(dpdx(in.world), dpdy(in.world)));
        let across = abs(dot(normal, (view.world_position - in.world) / max(away, 1.0e-6)));
        alpha = alpha * smoothstep(0.4, 4.0, away) * smoothstep(0.02, 0.22, across);
    }
    return vec4(in.color.rgb, min(alpha, 1.0));
}
