import { ApiError } from '@mi-portal/contract/calls/api-error'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { emptyImage, publicClinicEndpoints } from '@mi-portal/contract/clinic/public-clinic'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { operation } from '../../platform/context/operation.ts'
import { clinicImageHeaders } from '../../platform/http/headers.ts'
import { convertToPng } from './branding/png-images.ts'
import { describeWithheldResults } from './result-texts/result-texts.rules.ts'

const emptyBytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

export const getHelp = operation(clinicHelpEndpoints.help, async ({ clinic }) => ({
  screens: [...clinic.current().help],
}))

export const getWithheldResults = operation(
  clinicResultTextEndpoints.withheldResults,
  async ({ ages, clinic }) => describeWithheldResults(clinic.current(), ages.reserve),
)

export const getClinic = operation(publicClinicEndpoints.clinic, async ({ publicClinic }) => ({
  clinic: publicClinic(),
}))

export const getImage = operation(publicClinicEndpoints.image, async ({ clinic }, { params, reply }) => {
  const send = (type: string, bytes: Uint8Array) =>
    reply.headers(clinicImageHeaders).type(type).send(Buffer.from(bytes))
  if (emptyImage.endsWith(`/${params.name}`)) return send('image/svg+xml', emptyBytes)
  const [, sha256 = '', icon, extension] = /^(\w+)(?:-(\w+))?\.(\w+)$/.exec(params.name) ?? []
  const image = await clinic.imageWithHash(sha256)
  if (image === null) throw new ApiError('notFound')
  const isIcon = icon === '192' || icon === '512' || icon === 'maskable'
  if (isIcon || (extension === 'png' && image.media_type !== 'image/png'))
    return send('image/png', await convertToPng(image, isIcon ? icon : undefined))
  return send(image.media_type, image.bytes)
})
