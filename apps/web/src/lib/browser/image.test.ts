import { afterEach, expect, test, vi } from 'vitest'
import { prepareImage } from './image.ts'

const originalGetContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext') ?? {}

afterEach(() => {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', originalGetContext)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const megabyte = 1_048_576
const photo = (bytes: number, type = 'image/jpeg', name = 'IMG_2041.JPG') =>
  new File([new Uint8Array(bytes)], name, { type })

/** Fakes a browser that draws images. The size in bytes follows from the pixels and the quality. */
function fakeDrawing(size: { width: number; height: number }, bytesPerPixel: number) {
  const close = vi.fn()
  const drawCalls: { width: number; height: number; quality: number | undefined }[] = []
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close }))
  const pen = { fillRect: vi.fn(), drawImage: vi.fn() }
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    ...originalGetContext,
    value: () => pen,
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function draw(
    this: HTMLCanvasElement,
    done,
    type,
    quality,
  ) {
    drawCalls.push({ width: this.width, height: this.height, quality })
    const bytes = Math.round(this.width * this.height * bytesPerPixel * (quality ?? 1))
    done(new Blob([new Uint8Array(bytes)], { type }))
  })
  return { drawCalls, close, pen }
}

test('a photo that fits is used unchanged', async () => {
  const file = photo(512_000, 'image/png', 'yo.png')
  expect(await prepareImage(file)).toEqual({ file })
})

test('a photo of a camera is scaled down and sent as a jpeg of at most 500 KB', async () => {
  const { drawCalls, close } = fakeDrawing({ width: 4032, height: 3024 }, 0.2)
  const taken = await prepareImage(photo(8 * megabyte))
  expect(taken).toMatchObject({ file: { name: 'IMG_2041.jpg', type: 'image/jpeg' } })
  expect('file' in taken && taken.file.size).toBeLessThanOrEqual(512_000)
  expect(drawCalls).toEqual([{ width: 1600, height: 1200, quality: 0.86 }])
  expect(close).toHaveBeenCalledOnce()
})

test('a photo is compressed more and then made smaller until it fits', async () => {
  const { drawCalls } = fakeDrawing({ width: 3000, height: 4000 }, 0.5)
  const taken = await prepareImage(photo(8 * megabyte))
  expect('file' in taken && taken.file.size).toBeLessThanOrEqual(512_000)
  expect(drawCalls.map(({ width, height }) => `${width}x${height}`)).toEqual([
    '1200x1600',
    '1200x1600',
    '960x1280',
  ])
})

test.each([
  ['image/gif', 'broma.gif'],
  ['application/pdf', 'pasaporte.pdf'],
])('a file of the type «%s» is rejected', async (type, name) => {
  expect(await prepareImage(photo(1000, type, name))).toEqual({
    fieldError: 'Selecciona formato png o jpg',
  })
})

test('a file over 500 KB that cannot be read as an image is rejected', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError')
  })
  expect(await prepareImage(photo(2 * megabyte))).toEqual({ fieldError: 'Selecciona formato png o jpg' })
})

test('a photo that no attempt makes small enough is rejected', async () => {
  fakeDrawing({ width: 4000, height: 4000 }, 10)
  expect(await prepareImage(photo(8 * megabyte))).toEqual({ fieldError: 'Selecciona tamaño máximo 500KB' })
})
