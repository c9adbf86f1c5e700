import { publishingEndpoints } from '@mi-portal/contract/publishing'
import type { FastifyInstance } from 'fastify'
import { uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { PublishingService } from './publishing.service.ts'

export function mountPublishingRoutes(app: FastifyInstance, publishing: PublishingService) {
  mount(app, publishingEndpoints, {
    draft: async ({ actor, params }) => ({ draft: await publishing.draft(actor, params) }),
    storeDraft: async ({ actor, params, body }) => ({
      draft: await publishing.storeDraft(actor, params, body.data),
    }),
    deleteDraft: async ({ actor, params }) => {
      await publishing.deleteDraft(actor, params)
      return {}
    },
    storeImage: ({ actor, pictures, origin }) => publishing.storeImage(actor, pictures.image, origin),
    image: async ({ params, reply }) => {
      const { media_type, content } = await publishing.image(params.key)
      return reply
        .headers(uploadHeaders)
        .header('content-disposition', 'attachment; filename="imagen.jpg"')
        .type(media_type)
        .send(content)
    },
  })
}
