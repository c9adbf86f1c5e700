import sharp from 'sharp'
import { expect, test } from 'vitest'
import { receiveImage } from './images.ts'

test('images are decoded one after the other, and a ninth image in the queue is rejected with 503', async () => {
  const bytes = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#8899aa' } })
    .jpeg()
    .toBuffer()
  const received = await Promise.all(Array.from({ length: 12 }, () => receiveImage({ bytes, param: 'file' })))
  const outcomes = await Promise.allSettled(received.map((picture) => picture.decode()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'unavailable', status: 503 })

  // A damaged image does not stop the queue.
  const damaged = await receiveImage({ bytes: bytes.subarray(0, -40), param: 'file' })
  await expect(damaged.decode()).rejects.toMatchObject({ code: 'wrongFileType' })
  await expect(received[0]?.decode()).resolves.toMatchObject({ mediaType: 'image/jpeg' })
})
