// Scales the image that was rendered into a corner of the target up to the whole target.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Enlarge {
    // Size of the rendered image, in pixels.
    size: vec2<u32>,
    // WebGL 2 requires the size of uniforms to be a multiple of 16 bytes.
    padding: vec2<u32>,
}

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(2) var<uniform> enlarge: Enlarge;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let last = vec2<i32>(enlarge.size) - 1;
    let at = vec2<i32>(in.uv * vec2<f32>(enlarge.size));
    return textureLoad(picture, clamp(at, vec2<i32>(0), last), 0);
}
