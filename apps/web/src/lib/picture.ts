/** Makes a photo fit before it is sent: a camera's eight megabytes become a JPEG of at most 500 KB. */

import { imageFault, imageKinds, imageMaxBytes } from '@mi-portal/contract/values/upload'

/** The picture to send, or what is wrong with the file that was chosen. */
type TakenPicture = { file: File } | { fault: string }

const wrongFormat = 'Selecciona formato png o jpg'
// A photo for a profile or a validation needs no more; each try after the first gives up quality, then size.
const tries = [
  { side: 1600, quality: 0.86 },
  { side: 1600, quality: 0.74 },
  { side: 1280, quality: 0.72 },
  { side: 1024, quality: 0.66 },
  { side: 800, quality: 0.6 },
] as const

/**
 * Takes a chosen file as a picture. A png or jpeg of at most 500 KB is taken as it is; a larger one is drawn again,
 * upright, as a JPEG that fits. What is no png or jpeg, or cannot be read as one, comes back with its message.
 */
export async function takePicture(file: File): Promise<TakenPicture> {
  if (!imageKinds.some((kind) => kind === file.type)) return { fault: wrongFormat }
  if (imageFault(file) === null) return { file }
  // The camera writes how it was held beside the picture; drawn again, the picture itself stands upright.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return { fault: wrongFormat }
  try {
    for (const { side, quality } of tries) {
      const blob = await drawn(bitmap, fitted(bitmap, side), quality)
      if (blob && blob.size <= imageMaxBytes) {
        return { file: new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) }
      }
    }
  } finally {
    bitmap.close()
  }
  return { fault: 'Selecciona tamaño máximo 500KB' }
}

interface Size {
  width: number
  height: number
}

/** The size with the same proportions whose longer side is at most `side`; a smaller picture is not blown up. */
function fitted({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function drawn(bitmap: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // A JPEG has no transparency: without this a see-through png would turn black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
}
