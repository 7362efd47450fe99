import sharp from 'sharp'

const aPicture = async (name: string, background: string) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

export const threePictures = () => Promise.all([aPicture('a', '#a33'), aPicture('b', '#3a3'), aPicture('c', '#33a')])
