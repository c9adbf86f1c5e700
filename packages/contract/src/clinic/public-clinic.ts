/** The public part of the published clinic: it is in every page, and `GET /clinic` returns it. */
import * as z from 'zod/mini'
import { readVisits } from '../booking/visit-settings.ts'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import type { ClinicPackage } from './clinic-package.ts'
import { expandColour } from './shades.ts'

const shades = z.readonly(z.array(z.string()))
const promise = z.object({ hours: z.int(), business_hours: z.boolean() })
const texts = z.readonly(z.array(z.string()))

const publicSite = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  map: z.nullable(z.string()),
  directions: z.string(),
  photo: z.nullable(z.string()),
  opening_hours: z.record(z.string(), texts),
})

const publicBookingGroup = z.object({
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  icon: z.string(),
  colour: z.string(),
  kind: z.enum(['consultation', 'telemedicine', 'imaging', 'procedures', 'specialties']),
  /** The services that make the exams of the group, such as `laboratorio`. */
  services: texts,
  /** For each site, the codes that are booked there; empty for other kinds than `specialties`. */
  sites: z.record(z.string(), texts),
  /** Codes of the specialties that are offered before the list of all; empty for other kinds than `consultation`. */
  frequent: texts,
  offered_at: texts,
  walk_in: z.boolean(),
})
export type PublicBookingGroup = z.output<typeof publicBookingGroup>

const publicClinic = z.object({
  product: z.string(),
  brand: z.string(),
  slogan: z.string(),
  support: z.object({ email: z.string(), phone: z.string() }),
  emergency_phone: z.string(),
  /** The service behind that number, such as `SAMU`. */
  emergency_service: z.nullable(z.string()),
  results_from: z.object({ laboratory: z.string(), imaging: z.string() }),
  result_choice: z.boolean(),
  promises: z.object({ documents: promise, budgets: promise, contact: promise, identity: promise }),
  /** Minutes before an appointment in person at which patients should arrive; 0 without advice. */
  arrive_minutes: z.int(),
  reminder_days: z.readonly(z.array(z.int())),
  /** When exams without an appointment are attended; null if they are not. */
  walk_in: z.nullable(z.string()),
  sites: z.readonly(z.array(publicSite)),
  /** Only the groups in which something can be booked. */
  booking_groups: z.readonly(z.array(publicBookingGroup)),
  exam_services: texts,
  exam_sites: texts,
  procedure_sites: texts,
  contact: z.object({
    reasons: z.readonly(
      z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          branch: z.enum(['none', 'optional', 'required']),
          exam: z.boolean(),
        }),
      ),
    ),
    branches: texts,
    exam_types: texts,
  }),
  survey: texts,
  branding: z.object({
    logo: z.string(),
    logo_on_dark: z.string(),
    favicon: z.string(),
    images: z.object({
      patient_panel: z.string(),
      patient_panel_phone: z.string(),
      staff_panel: z.string(),
      home: z.string(),
    }),
    /** Ten shades from light to dark each. */
    colours: z.object({ action: shades, accent: shades, neutral: shades }),
  }),
  /** Whether the clinic is set up. Until then patients see a notice. */
  is_ready: z.boolean(),
})
export type PublicClinic = z.output<typeof publicClinic>

export const publicClinicEndpoints = endpoints({ access: 'public' })({
  clinic: {
    route: 'GET /clinic',
    summary: 'Returns the public part of the published clinic: names, sites, offered bookings and branding',
    cache: 'published',
    reply: z.object({ clinic: publicClinic }),
  },
  image: {
    route: 'GET /clinic/images/{name}',
    root: true,
    summary: 'Returns an image of the clinic; its address changes with its content',
    params: z.object({
      name: z
        .string()
        .check(
          atMost(80, 'Imagen inválida'),
          z.regex(
            /^([0-9a-f]{64}(\.(svg|png|jpg|jpeg|webp)|-(192|512|maskable)\.png)|empty\.svg)$/,
            'Imagen inválida',
          ),
        ),
    }),
    raw: true,
  },
})

export const emptyImage = '/clinic/images/empty.svg'

/** Returns the address of an image of a package. It has the hash of the content, so browsers may keep it for ever. */
export function imageAddress({ name, sha256 }: { readonly name: string; readonly sha256: string }): string {
  return `/clinic/images/${sha256}${name.slice(name.lastIndexOf('.'))}`
}

/** Returns the address of an image as PNG, for mail programs, which show no SVG. */
export function pngAddress({ sha256 }: { readonly sha256: string }): string {
  return `/clinic/images/${sha256}.png`
}

/** Icons of an installed app, by their sides in pixels; `maskable` has 512 and a margin that the system may cut off. */
export type AppIcon = '192' | '512' | 'maskable'

/** Returns the address of an image of the clinic as a square icon. An image that shows nothing has no icon of its own. */
export function appIconAddress(address: string, variant: AppIcon): string {
  return address === emptyImage ? address : address.replace(/\.\w+$/, `-${variant}.png`)
}

/** Returns the public part of a package. `offersClinicalContent` returns false for content without an approval. */
export function describePublicClinic(
  clinic: ClinicPackage,
  offersClinicalContent: (content: 'exams' | 'procedures') => boolean,
): PublicClinic {
  const findAddress = (name: string | undefined) => {
    const image = clinic.images.find((one) => one.name === name)
    return image === undefined ? null : imageAddress(image)
  }
  const { clinic: facts, branding, contact } = clinic
  const exams = offersClinicalContent('exams') ? clinic.exams : []
  const procedures = offersClinicalContent('procedures') ? clinic.procedures : []
  const offeredCodes = new Set(exams.map(({ specialty_code }) => specialty_code))
  const examServices = clinic.examSpecialties.filter(
    ({ code, same_exams_as }) =>
      offeredCodes.has(code) || same_exams_as.some((other) => offeredCodes.has(other)),
  )
  const sitesWith = (rows: readonly { readonly sites: readonly string[] }[]) =>
    clinic.sites.map(({ code }) => code).filter((code) => rows.some(({ sites }) => sites.includes(code)))
  const listServices = (codes: readonly string[]) => [
    ...new Set(
      clinic.examSpecialties.flatMap(({ code, service }) => (codes.includes(code) ? [service] : [])),
    ),
  ]
  const sitesOffering = ({ kind, sites }: ClinicPackage['bookingGroups'][number]): string[] => {
    if (kind === 'consultation') return sitesWith(clinic.specialties)
    if (kind === 'telemedicine')
      return sitesWith(clinic.specialties.filter(({ telemedicine }) => telemedicine))
    if (kind === 'imaging') return sitesWith(examServices.filter(({ service }) => service === 'imagenologia'))
    return kind === 'procedures' ? sitesWith(procedures) : Object.keys(sites ?? {})
  }
  const { product, brand, slogan, support, emergency_phone, emergency_service } = facts
  const { results_from, result_choice, promises, walk_in } = facts
  return {
    product,
    brand,
    slogan,
    support,
    emergency_phone,
    emergency_service: emergency_service ?? null,
    results_from,
    result_choice: result_choice === true,
    promises,
    ...readVisits(facts),
    walk_in: walk_in ?? null,
    sites: clinic.sites.map(({ id, code, name, address, phone, map, directions, photo, opening_hours }) => ({
      id,
      code,
      name,
      address,
      phone,
      map: map ?? null,
      directions,
      photo: findAddress(photo),
      opening_hours,
    })),
    booking_groups: clinic.bookingGroups
      .map((group) => {
        const { description = null, sites = {}, frequent = [], ...shown } = group
        const services = listServices(Object.values(sites).flat())
        return { ...shown, description, sites, services, frequent, offered_at: sitesOffering(group) }
      })
      .filter(({ offered_at }) => offered_at.length > 0),
    exam_services: [...new Set(examServices.map(({ service }) => service))],
    exam_sites: sitesWith(examServices),
    procedure_sites: sitesWith(procedures),
    contact: {
      reasons: contact.reasons,
      branches: contact.branches ?? clinic.sites.map(({ code }) => code),
      exam_types: contact.exam_types,
    },
    survey: clinic.survey.map(({ name }) => name),
    branding: {
      logo: findAddress(branding.logo) ?? emptyImage,
      logo_on_dark: findAddress(branding.logo_on_dark) ?? emptyImage,
      favicon: findAddress(branding.favicon) ?? emptyImage,
      images: {
        patient_panel: findAddress(branding.images.patient_panel) ?? emptyImage,
        patient_panel_phone: findAddress(branding.images.patient_panel_phone) ?? emptyImage,
        staff_panel: findAddress(branding.images.staff_panel) ?? emptyImage,
        home: findAddress(branding.images.home) ?? emptyImage,
      },
      colours: {
        action: expandColour(branding.colours.action),
        accent: expandColour(branding.colours.accent),
        neutral: expandColour(branding.colours.neutral),
      },
    },
    is_ready: clinic.sites.length > 0,
  }
}
