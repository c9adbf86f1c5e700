/** The form of an advertisement: its values as text, from the server and for the server. */

import { type AdDraft, adDraft } from '@mi-portal/contract/publishing/ad-draft'
import type { Ad } from '@mi-portal/contract/publishing/ads'
import { isPublishableAddress } from '@mi-portal/contract/values/address'
import { listFieldErrors, parseTypedNumber } from '../publishing.rules.ts'

type Values = Readonly<Record<string, string>>

export const emptyAd: Values = {
  image: '',
  title: '',
  url: '',
  from_age: '',
  to_age: '',
  gender_id: '',
  status: '1',
  order_advertising: '',
  shown_from: '',
  shown_until: '',
}

export function toAdValues(ad: Ad): Values {
  return {
    image: ad.image,
    title: ad.title,
    url: ad.url,
    from_age: String(ad.from_age),
    to_age: String(ad.to_age),
    gender_id: String(ad.gender_id),
    status: ad.status ? '1' : '2',
    order_advertising: String(ad.order_advertising),
    shown_from: ad.shown_from ?? '',
    shown_until: ad.shown_until ?? '',
  }
}

function toAdBody(values: Values) {
  const { image, title, url, from_age = '', to_age = '', gender_id = '', order_advertising = '' } = values
  return {
    image,
    title,
    url,
    from_age: parseTypedNumber(from_age),
    to_age: parseTypedNumber(to_age),
    gender_id: parseTypedNumber(gender_id),
    status: values.status === '1' ? true : values.status === '2' ? false : undefined,
    order_advertising: parseTypedNumber(order_advertising),
    shown_from: values.shown_from || null,
    shown_until: values.shown_until || null,
  }
}

/** Returns the errors by field, in the form's order. */
export function validateAd(values: Values): Record<string, string> {
  const fieldErrors = listFieldErrors(adDraft, toAdBody(values))
  return Object.fromEntries(
    Object.keys(emptyAd).flatMap((name) => (fieldErrors[name] ? [[name, fieldErrors[name]]] : [])),
  )
}

/** Returns the body of the request; throws when {@link validateAd} finds errors. */
export function toAdDraft(values: Values, updated_at: string | null): AdDraft {
  return adDraft.parse({ ...toAdBody(values), updated_at })
}

/** Returns the advertisement for the preview; null while it has no image. */
export function toAdPreview(values: Values): Ad | null {
  const { image = '', title = '', url = '' } = values
  // A picture of another site is copied when the advertisement is saved, and is not loaded before.
  if (!isPublishableAddress(image) || image.startsWith('https:')) return null
  const shown = { id: 1, image, title, url: isPublishableAddress(url) ? url : '/' }
  return {
    ...shown,
    from_age: 0,
    to_age: 0,
    gender_id: 0,
    order_advertising: 0,
    shown_from: null,
    shown_until: null,
    status: true,
    updated_at: '',
  }
}
