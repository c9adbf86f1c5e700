import { Readable } from 'node:stream'
import type { Platform } from '../../../platform/composition/platform.ts'
import { createDecoder } from '../../../platform/dicom/rendering/decoder.ts'
import { findUnshowableReason, renderFrame } from '../../../platform/dicom/rendering/render-frame.ts'
import { describeError } from '../../../platform/logger.ts'
import { type FileStore, UnreadableFileError } from '../../../ports/files.ts'
import type { ImageArchive, InstanceAddress } from '../../../ports/image-archive.ts'
import { createTurns } from '../turns.ts'
import { createStoredStudies } from './stored-studies.ts'

type StoredImagesDependencies = Pick<Platform, 'db' | 'logger'> & {
  readonly files: FileStore
}

/** Images that are rendered at the same time. Each needs up to 500 MB for a moment if it is one of the largest. */
const rendering = { running: 2, waiting: 300, wait: 15_000 } as const

export function createStoredImages({ db, files, logger }: StoredImagesDependencies): ImageArchive {
  const { fileKey, ...studies } = createStoredStudies(db)
  const decoder = createDecoder()
  const takeTurn = createTurns(rendering, 'images')

  async function open(address: InstanceAddress): Promise<Readable | null> {
    const key = await fileKey(address)
    try {
      const content = key === null ? null : await files.read(key)
      if (key !== null && content === null) logger.error({}, 'stored images: the file of an image is missing')
      return content
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      logger.error(describeError(error), 'stored images: the file of an image cannot be read')
      return null
    }
  }

  return {
    ...studies,
    rendered: async (address, how, signal) => {
      const endTurn = await takeTurn(signal)
      try {
        const file = await open(address)
        if (file === null) return null
        const image = await renderFrame(file, how, decoder)
        return { mediaType: 'image/jpeg', content: Readable.from([image], { objectMode: false }) }
      } catch (error) {
        const reason = findUnshowableReason(error)
        if (reason === null && !(error instanceof UnreadableFileError)) throw error
        const { unshowable = 'damaged', message = 'its file cannot be read' } = reason ?? {}
        logger.warn({ reason: message }, 'stored images: an image cannot be shown')
        return { unshowable }
      } finally {
        endTurn()
      }
    },
    original: async (address) => {
      const content = await open(address)
      return content === null ? null : { mediaType: 'application/dicom', content }
    },
  }
}
