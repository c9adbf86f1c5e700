import { expect, test } from 'vitest'
import type { GreyImage } from '../../lib/browser/grey-image.ts'
import { listPhotoAdvice, photoAdvice } from './photo-quality.rules.ts'

const width = 200
const height = 120
const camera = { width: 1600, height: 960 }

/** Draws text-like bars. Each step of `softness` spreads an edge over one more pixel at each side. */
function drawBars(softness: number, light = 1): GreyImage {
  const shades = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let offset = -softness; offset <= softness; offset++)
        sum += Math.floor((x + offset) / 8) % 2 === 0 ? 60 : 220
      shades[y * width + x] = (sum / (2 * softness + 1)) * light
    }
  return { width, height, shades }
}

test('a sharp, bright photo of a camera gets no advice', () => {
  expect(listPhotoAdvice(camera, drawBars(0))).toEqual([])
})

test('a blurred photo gets advice about the focus', () => {
  expect(listPhotoAdvice(camera, drawBars(7))).toEqual([photoAdvice.blurred])
})

test('a dark photo gets advice about the light, and nothing is said about its focus', () => {
  expect(listPhotoAdvice(camera, drawBars(0, 0.2))).toEqual([photoAdvice.dark])
  expect(listPhotoAdvice(camera, drawBars(7, 0.2))).toEqual([photoAdvice.dark])
})

test('a small photo gets advice about the distance, by its longer side', () => {
  expect(listPhotoAdvice({ width: 799, height: 400 }, drawBars(0))).toEqual([photoAdvice.small])
  expect(listPhotoAdvice({ width: 400, height: 800 }, drawBars(0))).toEqual([])
})

test('a photo of one shade is blurred', () => {
  const shades = new Uint8Array(width * height).fill(180)
  expect(listPhotoAdvice(camera, { width, height, shades })).toEqual([photoAdvice.blurred])
})
