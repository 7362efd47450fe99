// Colours of a Piedmontese square: lime plaster, shutters, brick, hay, the blue hour. Light comes from the left.
export type Ramp = { light: string; base: string; shade: string; deep: string }

const ramp = (light: string, base: string, shade: string, deep: string): Ramp => ({ light, base, shade, deep })

export const RAMPS = {
  forest: ramp('#6d9a7c', '#3f6f57', '#2f5744', '#1f3d30'),
  terracotta: ramp('#e39670', '#c9683f', '#a9502d', '#7d381f'),
  ochre: ramp('#f2cb7b', '#dfa545', '#c0852e', '#93611f'),
  dusk: ramp('#9db4c4', '#64859d', '#4c6a81', '#324a5e'),
  olive: ramp('#b7bb7c', '#8c9252', '#6f753d', '#4d5229'),
  wine: ramp('#b8697a', '#8f4155', '#723042', '#4e1f2d'),
  rose: ramp('#f3cdb8', '#e3a78c', '#cb876c', '#a0614a'),
} as const
export type RampName = keyof typeof RAMPS

// Materials that are what they are, whatever the mood of the picture.
export const WOOD = ramp('#d6ab7b', '#b5824f', '#936539', '#664426')
export const LINEN = ramp('#fffaf0', '#f5ead5', '#e0ceae', '#b8a17b')
export const METAL = ramp('#e2e6e2', '#b6c0be', '#8b9897', '#566362')
export const INK = ramp('#5b6461', '#3b4543', '#2b3432', '#1c2322')
export const CRUST = ramp('#e9b877', '#cf8f47', '#ad6f30', '#7e4d1f')
export const LEAF = ramp('#8fb27c', '#5c8a59', '#437047', '#2c4f34')

export type Mood = {
  sky: string
  sun: string
  halo: string
  far: string
  mid: string
  near: string
  ground: string
  wall: string
  wallLight: string
  wallShade: string
  cloth: Ramp
  facade: Ramp
  /** Main colours that would sink into this mood's walls. */
  clash: readonly RampName[]
}

export const MOODS = {
  morning: {
    sky: '#faecd2',
    sun: '#f6c583',
    halo: '#f9dcae',
    far: '#c9cfb0',
    mid: '#9fb28b',
    near: '#6f9271',
    ground: '#dcc79d',
    wall: '#f4e7cf',
    wallLight: '#fbf3e2',
    wallShade: '#e6d3b0',
    cloth: RAMPS.dusk,
    facade: ramp('#f6dcae', '#ebc78d', '#d2a767', '#a67c40'),
    clash: [],
  },
  noon: {
    sky: '#d8e6e3',
    sun: '#fdf6e0',
    halo: '#e8efe6',
    far: '#aec4bb',
    mid: '#83a791',
    near: '#55836a',
    ground: '#d9cfab',
    wall: '#d3dfd2',
    wallLight: '#e4ebdf',
    wallShade: '#bccdbd',
    cloth: RAMPS.terracotta,
    facade: ramp('#f6d9c4', '#eabfa3', '#d3a083', '#a8755a'),
    clash: ['forest'],
  },
  sunset: {
    sky: '#f7cfaa',
    sun: '#e57f54',
    halo: '#f3b387',
    far: '#d49c86',
    mid: '#a9706b',
    near: '#6c4d57',
    ground: '#d9a883',
    wall: '#efc9ad',
    wallLight: '#f6dac3',
    wallShade: '#dfb08f',
    cloth: RAMPS.forest,
    facade: ramp('#eab08c', '#d98f66', '#bd724b', '#8c4d2d'),
    clash: ['rose', 'terracotta'],
  },
  evening: {
    sky: '#54728b',
    sun: '#f8e9c4',
    halo: '#6f8aa0',
    far: '#486479',
    mid: '#395366',
    near: '#2a4152',
    ground: '#6f7f86',
    wall: '#506d84',
    wallLight: '#5f7d95',
    wallShade: '#415b70',
    cloth: RAMPS.ochre,
    facade: ramp('#41596c', '#344a5c', '#283b4b', '#1b2a37'),
    clash: ['dusk', 'forest', 'wine'],
  },
  autumn: {
    sky: '#f8e5b5',
    sun: '#e9a748',
    halo: '#f3cc82',
    far: '#d8b878',
    mid: '#b98a4d',
    near: '#8a5f38',
    ground: '#d3b074',
    wall: '#f0dca8',
    wallLight: '#f7e9c5',
    wallShade: '#dfc382',
    cloth: RAMPS.wine,
    facade: ramp('#d9b183', '#c4925f', '#a67546', '#7a5230'),
    clash: ['ochre'],
  },
  grove: {
    sky: '#e9ead3',
    sun: '#f6dc9a',
    halo: '#eee6bd',
    far: '#b9c09a',
    mid: '#8d9b73',
    near: '#5f7455',
    ground: '#c9c197',
    wall: '#47705b',
    wallLight: '#54806a',
    wallShade: '#3a5e4c',
    cloth: RAMPS.rose,
    facade: ramp('#f2dfb4', '#e3c88f', '#c9a968', '#9a7d43'),
    clash: ['forest', 'olive', 'dusk'],
  },
  plaster: {
    sky: '#f3e3d3',
    sun: '#eeb08b',
    halo: '#f1cfb4',
    far: '#c6b7b0',
    mid: '#8fa0a1',
    near: '#5f7f88',
    ground: '#d6bfa3',
    wall: '#d98a63',
    wallLight: '#e29d78',
    wallShade: '#c4744e',
    cloth: RAMPS.olive,
    facade: ramp('#e9a988', '#d98a63', '#bd6d48', '#8c4a2c'),
    clash: ['terracotta', 'rose', 'ochre'],
  },
} as const satisfies Record<string, Mood>
export type MoodName = keyof typeof MOODS
