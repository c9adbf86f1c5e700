import { createThread, ThreadError } from '../../threads/thread.ts'
import { type DisplayImage, UnshowableImageError } from './display.ts'
import type { FramePixels } from './frame-pixels.ts'

type Range = { readonly center: number; readonly width: number }

export type DecodingRequest = {
  readonly pixels: FramePixels
  readonly window: Range | null
}

export type DecodingAnswer =
  | { readonly image: DisplayImage }
  | { readonly reason: string; readonly isDamaged: boolean }

/** The largest images take about two seconds. */
const usualLimits = { timeout: 20_000, idle: 60_000 }

/** An image takes the time of the whole thread. The caller limits how many are decoded at the same time. */
export function createDecoder(limits = usualLimits) {
  const thread = createThread<DecodingRequest, DecodingAnswer>({
    bundled: 'image-decoder.mjs',
    source: 'src/platform/dicom/rendering/decoder-worker.ts',
    limits,
    // Pixels are outside of the JavaScript objects.
    mostObjects: 128,
  })
  return {
    decode: async (pixels: FramePixels, window: Range | null): Promise<DisplayImage> => {
      const answer = await thread.ask({ pixels, window }).catch((error: unknown) => {
        throw error instanceof ThreadError ? new UnshowableImageError(`decoding ${error.message}`) : error
      })
      if ('image' in answer) return answer.image
      throw new UnshowableImageError(answer.reason, answer)
    },
    end: thread.end,
  }
}

export type Decoder = ReturnType<typeof createDecoder>
