import { ApiError } from '@mi-portal/contract/api-error'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import {
  type AppIcon,
  emptyImage,
  type PublicClinic,
  publicClinicEndpoints,
} from '@mi-portal/contract/clinic/public-clinic'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import type { FastifyInstance } from 'fastify'
import { clinicImageHeaders } from '../../platform/http/headers.ts'
import { mount } from '../../platform/http/mount.ts'
import type { ClinicImage } from './clinic.sql.ts'
import type { PublishedClinic } from './published-clinic.service.ts'
import type { ResultTexts } from './result-texts/result-texts.service.ts'

const emptyBytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

export function mountPublicClinicRoutes(
  app: FastifyInstance,
  {
    publicClinic,
    help,
    withheldResults,
    imageWithHash,
    pngOf,
  }: {
    publicClinic: () => PublicClinic
    /** Returns the published help of each screen. */
    help: () => ClinicPackage['help']
    withheldResults: ResultTexts['withheld']
    /** Returns an image as PNG, or as a square icon. */
    pngOf: (image: ClinicImage, icon?: AppIcon) => Promise<Buffer>
  } & Pick<PublishedClinic, 'imageWithHash'>,
) {
  mount(app, clinicHelpEndpoints, { help: async () => ({ screens: [...help()] }) })
  mount(app, clinicResultTextEndpoints, { withheldResults: async () => withheldResults() })
  mount(app, publicClinicEndpoints, {
    clinic: async () => ({ clinic: publicClinic() }),
    image: async ({ params, reply }) => {
      if (emptyImage.endsWith(`/${params.name}`))
        return reply.headers(clinicImageHeaders).type('image/svg+xml').send(emptyBytes)
      const [, sha256 = '', icon, extension] = /^(\w+)(?:-(\w+))?\.(\w+)$/.exec(params.name) ?? []
      const image = await imageWithHash(sha256)
      if (image === null) throw new ApiError('notFound')
      const isIcon = icon === '192' || icon === '512' || icon === 'maskable'
      if (isIcon || (extension === 'png' && image.media_type !== 'image/png'))
        return reply
          .headers(clinicImageHeaders)
          .type('image/png')
          .send(await pngOf(image, isIcon ? icon : undefined))
      return reply.headers(clinicImageHeaders).type(image.media_type).send(Buffer.from(image.bytes))
    },
  })
}
