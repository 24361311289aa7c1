/** A colour as red, green, blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** The colours of one scene. */
export interface Palette {
  name: string
  /** From the top of the sky to the horizon. */
  sky: readonly [Colour, Colour, Colour, Colour]
  glow: Colour
  sun: Colour
  /** Crest of the farthest and of the nearest ridge; those between are mixed. */
  far: Colour
  near: Colour
  /** Haze that gathers at the foot of the far ridges. */
  mist: Colour
  accent: Colour
  stars: boolean
}

export const palettes: readonly [Palette, ...Palette[]] = [
  palette(
    'dusk',
    ['#141432', '#3a2a5a', '#8f4a6b', '#e88a63'],
    '#ffb27a',
    '#ffd9a0',
    '#6d456e',
    '#0e0f22',
    '#b0627a',
    '#ffb27a',
    true,
  ),
  palette(
    'sea',
    ['#071a2c', '#0f3a52', '#2f7382', '#a5c5b4'],
    '#f3e6bd',
    '#fff3d1',
    '#2f6b7c',
    '#04121f',
    '#5f9aa0',
    '#8fe0cf',
    false,
  ),
  palette(
    'ember',
    ['#1a1016', '#48202a', '#a3402f', '#f0955a'],
    '#ffc27d',
    '#ffe0ae',
    '#7a3330',
    '#140b0f',
    '#c25e41',
    '#ffb066',
    false,
  ),
  palette(
    'night',
    ['#05070f', '#0c1530', '#1e2f5c', '#4d6393'],
    '#b9c9ef',
    '#eef3ff',
    '#243561',
    '#04060d',
    '#42578a',
    '#a9c1ff',
    true,
  ),
  palette(
    'plum',
    ['#190f2b', '#40215a', '#8a3f7d', '#e58aa0'],
    '#ffc0b8',
    '#ffe3d6',
    '#6c3770',
    '#10091c',
    '#a85a86',
    '#ff9fb6',
    true,
  ),
  palette(
    'moss',
    ['#0c1a18', '#1b3a34', '#4d7559', '#c9c98a'],
    '#f5e9a8',
    '#fff6cf',
    '#3c6652',
    '#07100f',
    '#7d9a6b',
    '#d8e58a',
    false,
  ),
  palette(
    'dawn',
    ['#1b2745', '#44568a', '#a98fb0', '#f4c3a6'],
    '#ffe0b8',
    '#fff1d8',
    '#7d7ba6',
    '#111a31',
    '#bf9fae',
    '#ffd0a1',
    false,
  ),
]

function palette(
  name: string,
  sky: [string, string, string, string],
  glow: string,
  sun: string,
  far: string,
  near: string,
  mist: string,
  accent: string,
  stars: boolean,
): Palette {
  return {
    name,
    sky: [hex(sky[0]), hex(sky[1]), hex(sky[2]), hex(sky[3])],
    glow: hex(glow),
    sun: hex(sun),
    far: hex(far),
    near: hex(near),
    mist: hex(mist),
    accent: hex(accent),
    stars,
  }
}

function hex(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The colour `share` of the way from one to another. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}
