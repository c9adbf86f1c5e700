/** The image archive of an installation without one. */
import type { ImageArchive } from '../../ports/image-archive.ts'

export const noImageArchive: ImageArchive = {
  isConnected: false,
  studies: () => Promise.resolve({ studies: [], isComplete: true }),
  rendered: () => Promise.resolve(null),
  original: () => Promise.resolve(null),
}
