import { ApiError } from '@mi-portal/contract/api-error'
import {
  emptyImage,
  type PublicClinic,
  publicClinicEndpoints,
} from '@mi-portal/contract/clinic/public-clinic'
import type { FastifyInstance } from 'fastify'
import { clinicImageHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { PublishedClinic } from './published-clinic.service.ts'

const emptyBytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

export function mountPublicClinicRoutes(
  app: FastifyInstance,
  {
    publicClinic,
    imageWithHash,
  }: { publicClinic: () => PublicClinic } & Pick<PublishedClinic, 'imageWithHash'>,
) {
  mount(app, publicClinicEndpoints, {
    clinic: async () => ({ clinic: publicClinic() }),
    image: async ({ params, reply }) => {
      if (emptyImage.endsWith(`/${params.name}`))
        return reply.headers(clinicImageHeaders).type('image/svg+xml').send(emptyBytes)
      const [sha256 = ''] = params.name.split('.')
      const image = await imageWithHash(sha256)
      if (image === null) throw new ApiError('notFound')
      return reply.headers(clinicImageHeaders).type(image.media_type).send(Buffer.from(image.bytes))
    },
  })
}
