import { parentPort } from 'node:worker_threads'
import { decodePixels } from './codecs.ts'
import type { DecodingAnswer, DecodingRequest } from './decoder.ts'
import { toDisplay, UnshowableImageError } from './display.ts'

async function answerTo({ pixels, window }: DecodingRequest): Promise<DecodingAnswer> {
  try {
    const { samples, ...arrangement } = await decodePixels(pixels)
    return { image: toDisplay({ ...pixels, ...arrangement }, samples, window) }
  } catch (error) {
    if (error instanceof UnshowableImageError) return { reason: error.message, isDamaged: error.isDamaged }
    return { reason: `damaged pixels: ${String(error)}`, isDamaged: true }
  }
}

parentPort?.on('message', async (request: DecodingRequest) => {
  parentPort?.postMessage(await answerTo(request))
})
