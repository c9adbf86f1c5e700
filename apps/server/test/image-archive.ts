import { onTestFinished } from 'vitest'
import { openDicomweb } from './external/image-archive/dicomweb-server.ts'

/** Starts an image archive that stops with the test. */
export async function startDicomweb(...given: Parameters<typeof openDicomweb>) {
  const archive = await openDicomweb(...given)
  onTestFinished(archive.close)
  return archive
}
