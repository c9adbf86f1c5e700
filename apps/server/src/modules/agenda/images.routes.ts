import { professionalImageEndpoints } from '@mi-portal/contract/professional-images'
import type { FastifyInstance } from 'fastify'
import { uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { ProfessionalImagesService } from './images.service.ts'

export function mountProfessionalImagesRoutes(app: FastifyInstance, images: ProfessionalImagesService) {
  mount(app, professionalImageEndpoints, {
    store: (staff) => images.store(staff, staff.params.id, staff.pictures.image),
    remove: async (staff) => {
      await images.remove(staff, staff.params.id)
      return {}
    },
    read: async ({ params, reply }) => {
      const { media_type, content } = await images.read(params.key)
      return reply
        .headers(uploadHeaders)
        .header('cache-control', 'public, max-age=86400')
        .header('content-disposition', 'attachment; filename="foto.jpg"')
        .type(media_type)
        .send(content)
    },
  })
}
