import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { MedicalOrdersService } from './medical-orders.service.ts'

type OpenedFile = Awaited<ReturnType<MedicalOrdersService['openFile']>>

function send(reply: FastifyReply, { name, media_type, content }: OpenedFile) {
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', dispositionOf('attachment', name))
    .type(media_type)
    .send(content)
}

export function mountMedicalOrdersRoutes(app: FastifyInstance, orders: MedicalOrdersService) {
  mount(app, medicalOrderEndpoints, {
    one: ({ actor, params, origin }) => orders.show(actor, params.id_appointment, origin),
    attach: ({ actor, params, files, origin }) => orders.attach(actor, params.id_appointment, files, origin),
    remove: ({ actor, params, origin }) => orders.remove(actor, params.id_appointment, origin),
    file: async ({ actor, params, origin, reply }) =>
      send(reply, await orders.openFile(actor, params.id_appointment, params.file_id, origin)),
  })
  mount(app, staffMedicalOrderEndpoints, {
    one: async ({ actor, params, origin }) => ({ order: await orders.showToStaff(actor, params.id, origin) }),
    file: async ({ actor, params, origin, reply }) =>
      send(reply, await orders.openFileForStaff(actor, params.id, params.file_id, origin)),
  })
}
