// The picture that was drawn in a corner of the image, over the whole image.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

struct Enlarge {
    // Pixels of the drawn picture.
    size: vec2<u32>,
    // WebGL 2 takes uniforms of whole 16 bytes alone.
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
