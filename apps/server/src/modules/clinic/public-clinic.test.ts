import {
  describePublicClinic,
  imageAddress,
  pngAddress,
  publicClinicEndpoints,
} from '@mi-portal/contract/clinic/public-clinic'
import { expect, test } from 'vitest'
import { demonstration, publishClinic, threeSitesFiles } from '../../../test/clinic/packages.ts'
import { startPortal } from '../../../test/portal.ts'
import { readValidPackage } from './package/read-package.ts'

test('a caller without an account reads the public part of the clinic, whose ETag changes only with a publication', async () => {
  const portal = await startPortal()
  const { clinic } = await portal.anonymous(publicClinicEndpoints.clinic)
  expect(clinic).toMatchObject({
    brand: demonstration.clinic.brand,
    is_ready: true,
    exam_sites: ['PROVIDENCIA', 'MAIPU'],
    procedure_sites: ['PROVIDENCIA', 'MAIPU'],
  })
  expect(JSON.stringify(clinic)).not.toContain('departments')
  const first = await portal.app.inject({ url: '/api/clinic' })
  const again = await portal.app.inject({
    url: '/api/clinic',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  await publishClinic(portal.db, { clinic: { ...demonstration.clinic, brand: 'Clínica Los Robles' } })
  await expect
    .poll(async () => (await portal.anonymous(publicClinicEndpoints.clinic)).clinic.brand)
    .toBe('Clínica Los Robles')
})

test('an image is served with its type and may be kept for ever, and an unknown one is not found', async () => {
  const portal = await startPortal()
  const [image] = demonstration.images
  if (!image) throw new Error('the demonstration has no image')
  const answer = await portal.app.inject({ url: imageAddress(image) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': image.media_type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-security-policy']).toContain('sandbox')
  const empty = await portal.app.inject({ url: '/clinic/images/empty.svg' })
  expect(empty.headers['content-type']).toBe('image/svg+xml')
  for (const name of [`${'0'.repeat(64)}.svg`, '../clinic.yaml', 'x.svg'])
    expect((await portal.app.inject({ url: `/clinic/images/${name}` })).statusCode).toBeGreaterThanOrEqual(
      400,
    )
})

test('a group of bookings names only the sites that offer something of it', async () => {
  const { booking_groups } = describePublicClinic(await readValidPackage(threeSitesFiles), () => true)
  expect(
    Object.fromEntries(booking_groups.map(({ key, offered_at }) => [key, offered_at.join(' ')])),
  ).toEqual({
    medical: 'VINA QUILPUE CONCON',
    video: 'VINA QUILPUE CONCON',
    children: 'VINA CONCON',
    dental: 'QUILPUE CONCON',
    samples: 'VINA QUILPUE CONCON',
    images: 'VINA QUILPUE',
    vaccines: 'VINA CONCON',
    procedures: 'VINA QUILPUE CONCON',
  })
})

test('an image is also served as PNG, for mail programs', async () => {
  const portal = await startPortal()
  const logo = demonstration.images.find(({ name }) => name === 'logo.svg')
  if (!logo) throw new Error('the demonstration has a logo')
  const answer = await portal.app.inject({ url: pngAddress(logo) })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG')
})
