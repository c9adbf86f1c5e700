declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export type WasmDecoder = {
    readonly getEncodedBuffer: (length: number) => Uint8Array
    readonly decode: () => void
    readonly getDecodedBuffer: () => Uint8Array
    readonly getFrameInfo: () => {
      readonly width: number
      readonly height: number
      readonly bitsPerSample: number
      readonly componentCount: number
    }
    readonly delete: () => void
  }
  export type Output = { readonly print: () => void; readonly printErr: () => void }
  export default function load(output: Output): Promise<{ readonly J2KDecoder: new () => WasmDecoder }>
}
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  import type { Output, WasmDecoder } from '@cornerstonejs/codec-openjpeg/decodewasmjs'
  export default function load(output: Output): Promise<{
    readonly JpegLSDecoder: new () => WasmDecoder & { readonly getInterleaveMode: () => number }
  }>
}
declare module 'jpeg-lossless-decoder-js' {
  /** A CommonJS package: only its `default` is the same for Node and in a bundle. */
  const codec: { readonly Decoder: typeof Decoder }
  export default codec
  class Decoder {
    readonly xDim: number
    readonly yDim: number
    readonly numComp: number
    decode(buffer: ArrayBuffer, offset: number, length: number, bytesEach: number): Uint8Array | Uint16Array
  }
}
