// Bind group 0 of all shaders that draw meshes.

#define_import_path bspwalk::paint

#import bevy_render::view::View

struct Part {
    // Pose of the mesh in the world, without scale.
    world_from_mesh: mat4x4<f32>,
}

struct SunView {
    // Parallel projection along the sunlight onto the shadow map.
    map_from_world: mat4x4<f32>,
    // Width of a texel of the shadow map (in metres and as a fraction of the map), and 1 if there is a shadow map.
    texel: f32,
    texel_in_map: f32,
    has_map: f32,
    padding: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> part: Part;
@group(0) @binding(2) var<uniform> sun_view: SunView;
@group(0) @binding(3) var shadow_map: texture_depth_2d;
@group(0) @binding(4) var shadow_sampler: sampler_comparison;

// Fraction of the sun that is visible from a surface. Outside of the shadow map, the sun is visible.
fn visible_sun(position: vec3<f32>, normal: vec3<f32>) -> f32 {
    // Offset that prevents a surface from shadowing itself.
    let at = sun_view.map_from_world * vec4(position + normal * sun_view.texel * 1.5, 1.0);
    let place = at.xy * vec2(0.5, -0.5) + 0.5;
    if any(place < vec2(0.0)) || any(place > vec2(1.0)) {
        return 1.0;
    }
    var lit = 0.0;
    for (var i = 0; i < 9; i++) {
        let offset = vec2(f32(i % 3 - 1), f32(i / 3 - 1)) * sun_view.texel_in_map;
        lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place + offset, at.z);
    }
    return lit / 9.0;
}
