/** The six sides of a cube of one metre: where each looks, and its corners from the lower left, counter-clockwise. */
const sides: readonly { normal: readonly number[]; corners: readonly (readonly number[])[] }[] = [
  {
    normal: [0, 0, 1],
    corners: [
      [-1, -1, 1],
      [1, -1, 1],
      [1, 1, 1],
      [-1, 1, 1],
    ],
  },
  {
    normal: [0, 0, -1],
    corners: [
      [1, -1, -1],
      [-1, -1, -1],
      [-1, 1, -1],
      [1, 1, -1],
    ],
  },
  {
    normal: [1, 0, 0],
    corners: [
      [1, -1, 1],
      [1, -1, -1],
      [1, 1, -1],
      [1, 1, 1],
    ],
  },
  {
    normal: [-1, 0, 0],
    corners: [
      [-1, -1, -1],
      [-1, -1, 1],
      [-1, 1, 1],
      [-1, 1, -1],
    ],
  },
  {
    normal: [0, 1, 0],
    corners: [
      [-1, 1, 1],
      [1, 1, 1],
      [1, 1, -1],
      [-1, 1, -1],
    ],
  },
  {
    normal: [0, -1, 0],
    corners: [
      [-1, -1, -1],
      [1, -1, -1],
      [1, -1, 1],
      [-1, -1, 1],
    ],
  },
]

/** A cube with a picture (PNG) on each side, as binary glTF 2.0. */
export function encodeMesh(png: Uint8Array): Uint8Array {
  const positions = Float32Array.from(
    sides.flatMap(({ corners }) => corners.flatMap((corner) => corner.map((at) => at / 2))),
  )
  const normals = Float32Array.from(sides.flatMap(({ normal, corners }) => corners.flatMap(() => normal)))
  const places = Float32Array.from(sides.flatMap(() => [0, 1, 1, 1, 1, 0, 0, 0]))
  const indices = Uint16Array.from(sides.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner)))
  const parts = [positions, normals, places, indices].map((part) => new Uint8Array(part.buffer))
  const views = [...parts, png]
  let offset = 0
  const bufferViews = views.map(({ byteLength }, index) => {
    const view = {
      buffer: 0,
      byteOffset: offset,
      byteLength,
      ...(index < 3 ? { target: 34_962 } : index === 3 ? { target: 34_963 } : {}),
    }
    offset += padded(byteLength)
    return view
  })
  const accessor = (bufferView: number, componentType: number, count: number, type: string, more = {}): object => ({
    bufferView,
    componentType,
    count,
    type,
    ...more,
  })
  const document = {
    asset: { version: '2.0', generator: 'Model Tasks sandbox' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: 4, mimeType: 'image/png' }],
    accessors: [
      accessor(0, 5126, 24, 'VEC3', { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] }),
      accessor(1, 5126, 24, 'VEC3'),
      accessor(2, 5126, 24, 'VEC2'),
      accessor(3, 5123, 36, 'SCALAR'),
    ],
    bufferViews,
    buffers: [{ byteLength: offset }],
  }
  return container(new TextEncoder().encode(JSON.stringify(document)), views, offset)
}

function container(json: Uint8Array, views: readonly Uint8Array[], binaryLength: number): Uint8Array {
  const jsonLength = padded(json.length)
  const bytes = new Uint8Array(12 + 8 + jsonLength + 8 + binaryLength)
  const view = new DataView(bytes.buffer)
  const words = (at: number, ...values: number[]): void =>
    values.forEach((value, index) => view.setUint32(at + index * 4, value, true))
  words(0, 0x46_54_6c_67, 2, bytes.length, jsonLength, 0x4e_4f_53_4a)
  bytes.fill(0x20, 20, 20 + jsonLength)
  bytes.set(json, 20)
  words(20 + jsonLength, binaryLength, 0x00_4e_49_42)
  let at = 28 + jsonLength
  for (const part of views) {
    bytes.set(part, at)
    at += padded(part.byteLength)
  }
  return bytes
}

/** Chunks and views begin at multiples of four. */
function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
