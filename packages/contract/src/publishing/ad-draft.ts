import * as z from 'zod/mini'
import { atMost, requiredText } from '../fields/text.ts'
import { isPublishableAddress } from '../values/address.ts'
import {
  agesInOrder,
  audienceFields,
  orderField,
  periodFields,
  periodInOrder,
  readAt,
} from './publications.ts'

export const wrongAddress = 'Digita una dirección https:// o una ruta del portal que comience con /'
const address = (missing: string) =>
  requiredText(missing, 2000, wrongAddress, z.refine(isPublishableAddress, wrongAddress))

const tooLong = 'Digita máximo 200 caracteres'

export const adDraft = z
  .object({
    image: address('Ingresa la URL de la imagen'),
    title: z._default(z.string(tooLong).check(z.trim(), atMost(200, tooLong)), ''),
    url: address('Ingresa la URL del anuncio'),
    ...audienceFields,
    order_advertising: orderField,
    status: z.boolean('Selecciona estado'),
    ...periodFields,
    updated_at: readAt,
  })
  .check(agesInOrder(), periodInOrder())
export type AdDraft = z.output<typeof adDraft>
