import { unzipSync } from 'fflate'

export function namesInZip(zip: Uint8Array): string[] {
  return Object.keys(unzipSync(zip))
}
