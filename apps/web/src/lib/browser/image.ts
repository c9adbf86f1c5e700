/** Shrinks a photo before it is sent: eight megabytes of a camera become a JPEG of at most 500 KB. */

import { findImageError, imageMaxBytes } from '@mi-portal/contract/values/upload'

/** The image to send, or the error of the chosen file. */
type PreparedImage = { file: File } | { fieldError: string }

const formatError = 'Selecciona formato png o jpg'
// A photo for a profile or a validation needs no more pixels. Each further attempt reduces the quality, then the
// size.
const attempts = [
  { side: 1600, quality: 0.86 },
  { side: 1600, quality: 0.74 },
  { side: 1280, quality: 0.72 },
  { side: 1024, quality: 0.66 },
  { side: 800, quality: 0.6 },
] as const

/**
 * Prepares a chosen file as an image. A PNG or JPEG of at most 500 KB is used unchanged. A larger one is
 * redrawn upright as a smaller JPEG. Returns an error if the file is not a readable PNG or JPEG.
 */
export async function prepareImage(file: File): Promise<PreparedImage> {
  const typeError = findImageError({ type: file.type, size: 0 })
  if (typeError !== null) return { fieldError: typeError }
  if (findImageError(file) === null) return { file }
  // The camera stores its orientation as metadata; the redrawn image is upright without it.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return { fieldError: formatError }
  try {
    for (const { side, quality } of attempts) {
      const blob = await encodeJpeg(bitmap, scaleToFit(bitmap, side), quality)
      if (blob && blob.size <= imageMaxBytes) {
        return { file: new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) }
      }
    }
  } finally {
    bitmap.close()
  }
  return { fieldError: 'Selecciona tamaño máximo 500KB' }
}

interface Size {
  width: number
  height: number
}

/**
 * Returns the size with the same proportions whose longer side is at most `side`; a smaller image is not enlarged.
 */
function scaleToFit({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function encodeJpeg(bitmap: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency: without this fill, transparent parts of a png would become black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}
