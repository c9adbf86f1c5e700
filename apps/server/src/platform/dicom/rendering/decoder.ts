/** Starts the thread that decodes images when the first one is shown, and ends it when none was shown for a while. */
import { Worker } from 'node:worker_threads'
import { installed } from '../../installed.ts'
import { type DisplayImage, UnshowableImageError } from './display.ts'
import type { FramePixels } from './frame-pixels.ts'

type Range = { readonly center: number; readonly width: number }

export type DecodingRequest = {
  readonly id: number
  readonly pixels: FramePixels
  /** The range of values to show; null: as the file suggests. */
  readonly window: Range | null
}

export type DecodingAnswer =
  | { readonly id: number; readonly image: DisplayImage }
  | { readonly id: number; readonly reason: string; readonly isDamaged: boolean }

/** Milliseconds. The largest images take about two seconds. */
const longestDecoding = 20_000
const idleTime = 60_000

/** The JavaScript objects of the thread, in MB. Pixels are outside of them. */
const mostObjects = 128

type Waiting = { readonly resolve: (image: DisplayImage) => void; readonly reject: (error: Error) => void }

/** An image takes the time of the whole thread. The caller limits how many are decoded at the same time. */
export function createDecoder(limits = { decoding: longestDecoding, idle: idleTime }) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  /** Ends the thread. Images that wait for it cannot be shown. */
  function end(reason: string): void {
    clearTimeout(idleTimer)
    const ended = worker
    worker = null
    for (const { reject } of waiting.values()) reject(new UnshowableImageError(reason))
    waiting.clear()
    void ended?.terminate()
  }

  function start(): Worker {
    const started = new Worker(
      installed('image-decoder.mjs', 'src/platform/dicom/rendering/decoder-worker.ts'),
      {
        resourceLimits: { maxOldGenerationSizeMb: mostObjects },
      },
    )
    started.unref()
    started.on('message', (answer: DecodingAnswer) => {
      const caller = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('image' in answer) caller?.resolve(answer.image)
      else caller?.reject(new UnshowableImageError(answer.reason, answer))
    })
    const onEnd = (reason: string) => {
      if (worker === started) end(reason)
    }
    started.once('error', (error) => onEnd(`the decoder failed: ${error.message}`))
    started.once('exit', () => onEnd('the decoder ended'))
    return started
  }

  return {
    /** Returns the image of a frame. Throws an {@link UnshowableImageError} if it cannot be decoded. */
    decode: async (pixels: FramePixels, window: Range | null): Promise<DisplayImage> => {
      clearTimeout(idleTimer)
      worker ??= start()
      lastId += 1
      const id = lastId
      let timer: NodeJS.Timeout | undefined
      try {
        return await new Promise<DisplayImage>((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          timer = setTimeout(() => end('decoding takes too long'), limits.decoding)
          worker?.postMessage({ id, pixels, window } satisfies DecodingRequest)
        })
      } finally {
        clearTimeout(timer)
        if (waiting.size === 0)
          idleTimer = setTimeout(() => end('the decoder is not in use'), limits.idle).unref()
      }
    },
    end: () => end('the decoder is not in use'),
  }
}

export type Decoder = ReturnType<typeof createDecoder>
