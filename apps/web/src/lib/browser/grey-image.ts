/** Reads the pixels of a photo in this browser. */

/** A photo in shades of grey: one byte a pixel, row by row, 0 black and 255 white. */
export interface GreyImage {
  width: number
  height: number
  shades: Uint8Array
}

interface ReadPhoto {
  /** The size of the photo itself, in pixels. */
  size: { width: number; height: number }
  /** The photo scaled down. */
  image: GreyImage
}

/** Returns a photo whose longer side is scaled down to `side` pixels; null if this browser cannot draw the photo. */
export async function readGreyImage(file: File, side: number): Promise<ReadPhoto | null> {
  const bitmap = await decode(file)
  if (!bitmap) return null
  try {
    const image = readShades(bitmap, side)
    return image && { size: { width: bitmap.width, height: bitmap.height }, image }
  } finally {
    bitmap.close()
  }
}

async function decode(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

function readShades(bitmap: ImageBitmap, side: number): GreyImage | null {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const shades = new Uint8Array(canvas.width * canvas.height)
  for (let index = 0; index < shades.length; index++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3)
    // The brightness that the eye sees (ITU-R BT.601).
    shades[index] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { width: canvas.width, height: canvas.height, shades }
}
