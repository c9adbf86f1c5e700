import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dispositionOf, uploadHeaders } from '../../../platform/http/headers.ts'
import { mount } from '../../../platform/http/mount.ts'
import { renderPreparation } from '../package/render-markdown.service.ts'
import type { ClinicAdministration } from './administration.service.ts'
import type { MailPreviewService } from './mail-preview.service.ts'
import type { createPackageUploadService } from './package-upload.service.ts'

export function mountAdministrationRoutes(
  app: FastifyInstance,
  administration: ClinicAdministration,
  upload: ReturnType<typeof createPackageUploadService>,
  mailPreview: MailPreviewService,
) {
  mount(app, clinicAdministrationEndpoints, {
    parts: async () => ({ parts: await administration.parts() }),
    part: ({ params }) => administration.part(params.part),
    saveDraft: async ({ actor, params, body, origin }) => {
      await administration.saveDraft(actor, params.part, body, origin)
      return { errors: [] }
    },
    discardDraft: async ({ actor, params, origin }) => {
      await administration.discardDraft(actor, params.part, origin)
      return {}
    },
    changes: () => administration.changes(),
    publish: ({ actor, body, origin }) => administration.publish(actor, body.note ?? '', origin),
    versions: ({ params, query }) => administration.versions(params.part, query),
    restore: async ({ actor, params, origin }) => {
      await administration.restore(actor, params.part, params.version, origin)
      return {}
    },
    file: async ({ params, reply }) => {
      const { name, type, bytes } = await upload.file(params.part)
      return sendFile(reply, name, type, bytes)
    },
    uploadFile: ({ actor, params, body, origin }) => upload.uploadFile(actor, params.part, body, origin),
    addImage: ({ actor, body, origin }) => upload.addImage(actor, body, origin),
    package: async ({ reply }) => sendFile(reply, 'clinica.zip', 'application/zip', await upload.package()),
    uploadPackage: ({ actor, body, origin }) => upload.uploadPackage(actor, body.content, origin),
    newPackage: async ({ actor, body, origin }) => {
      await upload.newPackage(actor, body, origin)
      return {}
    },
    previewPreparation: async ({ body }) => ({ html: renderPreparation(body) }),
    mails: async () => ({ mails: mailPreview.mails() }),
    previewMail: ({ params, body }) => mailPreview.preview(params.mail, body),
  })
}

function sendFile(reply: FastifyReply, name: string, type: string, bytes: Uint8Array) {
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', dispositionOf('attachment', name))
    .type(type)
    .send(Buffer.from(bytes))
}
