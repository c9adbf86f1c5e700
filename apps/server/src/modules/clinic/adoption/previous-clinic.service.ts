/**
 * Creates a clinic package from the catalogue tables and the settings of a version before clinic packages. Images, colours, opening hours
 * and laboratory tests were part of that version's code, and are taken from the shipped package.
 */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { MovedSettings } from '../../../platform/config/moved.ts'
import { renderLegalText, renderPreparation } from '../package/render-markdown.service.ts'
import { convertToMarkdown } from './html-to-markdown.service.ts'
import type { PreviousTables } from './previous-tables.store.ts'

/** The content of each part, before it is checked against its schema. */
type Content = Readonly<Record<keyof ClinicPackage, unknown>>

/** Returns the package. `shipped` is the package of the demonstration, whose values replace settings that were not set. */
export function createPackageFromPrevious(
  shipped: ClinicPackage,
  tables: PreviousTables,
  settings: MovedSettings,
): Content {
  const codeOf = new Map(tables.sites.map(({ id, code }) => [id, code]))
  const codes = tables.sites.map(({ code }) => code)
  const siteCodes = (ids: readonly number[]) => ids.flatMap((id) => codeOf.get(id) ?? [])
  /** Returns the sites of the list that exist, or all sites if none of the list exists. */
  const existing = (sites: readonly string[]) => {
    const found = sites.filter((site) => codes.includes(site))
    return found.length > 0 ? found : codes
  }
  const tariffs = new Map<string | number, string | null>([
    ...shipped.exams.map(({ id, codigo_fonasa }) => [id, codigo_fonasa] as const),
    ...shipped.procedures.map(({ code, codigo_fonasa }) => [code, codigo_fonasa] as const),
  ])
  return {
    ...shipped,
    clinic: previousClinic(shipped, settings),
    sites: previousSites(shipped, tables),
    bookingGroups: previousGroups(shipped, tables),
    specialties: tables.specialties.map((row) => {
      const known = shipped.specialties.find(({ code }) => code === row.code)
      return {
        profession: 'medico',
        sub_areas: [],
        minsal_eis_code: null,
        fonasa_consulta: null,
        fonasa_teleconsulta: null,
        ...known,
        ...row,
        sites: existing(known?.sites ?? []),
      }
    }),
    examSpecialties: tables.examSpecialties.map(({ office_ids, ...row }) => ({
      ...row,
      sites: siteCodes(office_ids),
    })),
    exams: tables.exams.map(({ office_ids, ...row }) => ({
      ...row,
      sites: siteCodes(office_ids),
      codigo_fonasa: tariffs.get(row.id) ?? null,
    })),
    procedureCategories: tables.procedureCategories.map(({ office_ids, ...row }) => ({
      ...row,
      sites: siteCodes(office_ids),
    })),
    procedures: tables.procedures.map(({ office_ids, ...row }) => ({
      ...row,
      sites: siteCodes(office_ids),
      codigo_fonasa: tariffs.get(row.code) ?? null,
    })),
    preparations: tables.preparations.map(({ key, title, html, fasting_hours }) => {
      const known = shipped.preparations.find((sheet) => sheet.key === key)
      return {
        key,
        title,
        ...(fasting_hours !== null && { fasting_hours }),
        body: known && renderPreparation(known) === html ? known.body : convertToMarkdown(html),
      }
    }),
    questionnaires: tables.questionnaires,
    insurers: tables.insurers.map((row) => ({
      fonasa_tramo: null,
      rut: null,
      short_name: row.name.slice(0, 60),
      ...shipped.insurers.find(({ id }) => id === row.id),
      ...row,
    })),
    documentTypes: tables.documentTypes,
    quoteTypes: tables.quoteTypes,
    contact: {
      reasons: tables.contactReasons.map((row) => ({
        branch: 'none',
        exam: false,
        ...shipped.contact.reasons.find(({ id }) => id === row.id),
        ...row,
      })),
      branches: existing(shipped.contact.branches ?? []),
      exam_types: shipped.contact.exam_types,
    },
    displayDurations: tables.displayDurations.map((row) => ({
      ...row,
      applies_to: shipped.displayDurations.find(({ id }) => id === row.id)?.applies_to ?? [],
    })),
    legalTexts: previousTexts(shipped, tables),
    mails: {},
    approvals: {},
  }
}

function previousClinic({ clinic }: ClinicPackage, settings: MovedSettings): unknown {
  const brand = settings.brand ?? clinic.brand
  return {
    ...clinic,
    brand,
    legal_name: brand,
    product: settings.product ?? clinic.product,
    support: {
      email: settings.supportEmail ?? clinic.support.email,
      phone: settings.supportPhone ?? clinic.support.phone,
    },
    departments: {
      documents: settings.documentsEmail,
      budgets: settings.budgetsEmail,
      contact: settings.contactEmail,
      imaging: settings.imagingEmail,
      privacy: settings.privacyEmail,
    },
    results_from: {
      laboratory: settings.laboratoryFrom ?? clinic.results_from.laboratory,
      imaging: settings.imagingFrom ?? clinic.results_from.imaging,
    },
  }
}

const closed = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
  holidays: [],
}

function previousSites({ sites }: ClinicPackage, tables: PreviousTables): unknown[] {
  return tables.sites.map((row) => {
    const known = sites.find(({ id }) => id === row.id)
    // The longest name comes first, so that «San Pedro de la Paz» is not taken for «San Pedro».
    const commune = tables.communes.find(({ name }) => row.address.includes(name))
    return {
      opening_hours: closed,
      ...known,
      ...row,
      commune_id: known?.address === row.address ? known.commune_id : commune?.id,
      directions: row.directions === '' ? 'Anúnciate en la recepción.' : row.directions,
    }
  })
}

/** The booking groups, with the sites and codes that still exist. */
function previousGroups({ bookingGroups }: ClinicPackage, tables: PreviousTables): unknown[] {
  const sites = new Set(tables.sites.map(({ code }) => code))
  const codes = new Set([
    ...tables.specialties.map(({ code }) => String(code)),
    ...tables.examSpecialties.map(({ code }) => code),
    ...tables.procedureCategories.map(({ code }) => code),
  ])
  return bookingGroups.flatMap((group) => {
    if (!group.sites) return [group]
    const kept = Object.entries(group.sites).flatMap(([site, values]) => {
      const known = values.filter((value) => codes.has(value))
      return sites.has(site) && known.length > 0 ? [[site, known] as const] : []
    })
    return kept.length > 0 ? [{ ...group, sites: Object.fromEntries(kept) }] : []
  })
}

const keysOfKinds: Readonly<Record<string, ClinicPackage['legalTexts'][number]['key']>> = {
  terms: 'terms',
  privacy: 'privacy',
  family_group: 'declaration',
}

function previousTexts({ legalTexts }: ClinicPackage, tables: PreviousTables): unknown[] {
  return tables.legalTexts.flatMap(({ kind, version, valid_from, html }) => {
    const key = keysOfKinds[kind]
    if (key === undefined) return []
    const known = legalTexts.find((text) => text.key === key && renderLegalText(text) === html)
    return [{ key, version, valid_from, body: known?.body ?? convertToMarkdown(html) }]
  })
}
