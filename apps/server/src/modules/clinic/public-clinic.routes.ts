import { ApiError } from '@mi-portal/contract/api-error'
import {
  emptyImage,
  type PublicClinic,
  publicClinicEndpoints,
} from '@mi-portal/contract/clinic/public-clinic'
import type { FastifyInstance } from 'fastify'
import { clinicImageHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { ClinicImage } from './clinic.store.ts'
import type { PublishedClinic } from './published-clinic.service.ts'

const emptyBytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

export function mountPublicClinicRoutes(
  app: FastifyInstance,
  {
    publicClinic,
    imageWithHash,
    pngOf,
  }: {
    publicClinic: () => PublicClinic
    /** Returns an image as PNG. */
    pngOf: (image: ClinicImage) => Promise<Buffer>
  } & Pick<PublishedClinic, 'imageWithHash'>,
) {
  mount(app, publicClinicEndpoints, {
    clinic: async () => ({ clinic: publicClinic() }),
    image: async ({ params, reply }) => {
      if (emptyImage.endsWith(`/${params.name}`))
        return reply.headers(clinicImageHeaders).type('image/svg+xml').send(emptyBytes)
      const [sha256 = '', extension] = params.name.split('.')
      const image = await imageWithHash(sha256)
      if (image === null) throw new ApiError('notFound')
      if (extension === 'png' && image.media_type !== 'image/png')
        return reply
          .headers(clinicImageHeaders)
          .type('image/png')
          .send(await pngOf(image))
      return reply.headers(clinicImageHeaders).type(image.media_type).send(Buffer.from(image.bytes))
    },
  })
}
