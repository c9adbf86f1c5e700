import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { publicClinicEndpoints } from '@mi-portal/contract/clinic/public-clinic'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { defineCases, open, superAdminOnly } from '../../../test/authorization/cases.ts'

export const clinicCases = [
  ...defineCases('clinic', clinicHelpEndpoints, { help: open({ body: {} }) }),

  ...defineCases('clinic', clinicResultTextEndpoints, { withheldResults: open({ body: {} }) }),

  ...defineCases('clinic', publicClinicEndpoints, {
    clinic: open({ body: {} }),
    image: open({ params: { name: `${'0'.repeat(64)}.svg` }, ok: 404 }),
  }),

  ...defineCases('clinic', clinicAdministrationEndpoints, {
    parts: superAdminOnly({ body: {} }),
    part: superAdminOnly({ params: { part: 'survey' } }),
    saveDraft: superAdminOnly({ params: { part: 'survey' }, body: {}, ok: 400 }),
    discardDraft: superAdminOnly({ params: { part: 'survey' } }),
    changes: superAdminOnly({ body: {} }),
    publish: superAdminOnly({ body: {}, ok: 400 }),
    versions: superAdminOnly({ params: { part: 'survey' } }),
    restore: superAdminOnly({ params: { part: 'survey', version: 2_000_000_000 }, ok: 404 }),
    file: superAdminOnly({ params: { part: 'survey' } }),
    uploadFile: superAdminOnly({ params: { part: 'survey' }, body: {}, ok: 400 }),
    addImage: superAdminOnly({ body: {}, ok: 400 }),
    package: superAdminOnly({ body: {} }),
    uploadPackage: superAdminOnly({ body: {}, ok: 400 }),
    newPackage: superAdminOnly({ body: {}, ok: 400 }),
    previewPreparation: superAdminOnly({ body: {}, ok: 400 }),
    mails: superAdminOnly({ body: {} }),
    previewMail: superAdminOnly({ params: { mail: 'booking.booked' }, body: {} }),
  }),
]
