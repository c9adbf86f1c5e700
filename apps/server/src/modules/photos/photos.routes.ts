import { profileEndpoints } from '@mi-portal/contract/profile'
import type { FastifyInstance } from 'fastify'
import { uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { PhotosService } from './photos.service.ts'

const { photos: addresses, photo } = profileEndpoints

export function mountPhotosRoutes(app: FastifyInstance, photos: PhotosService) {
  mount(
    app,
    { addresses, photo },
    {
      addresses: ({ actor, params, origin }) => photos.addresses(actor, params.id, origin),
      photo: async ({ params, origin, reply }) => {
        const { media_type, bytes } = await photos.read(params.key, origin)
        return reply
          .headers(uploadHeaders)
          .header('content-disposition', 'attachment; filename="foto"')
          .type(media_type)
          .send(bytes)
      },
    },
  )
}
