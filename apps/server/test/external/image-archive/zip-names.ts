import { unzipSync } from 'fflate'

/** Returns the names of the files in a zip file. Throws if one of them cannot be unpacked. */
export function namesInZip(zip: Uint8Array): string[] {
  return Object.keys(unzipSync(zip))
}
