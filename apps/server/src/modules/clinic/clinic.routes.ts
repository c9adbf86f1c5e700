import { clinicAdministrationEndpoints } from '@mi-portal/contract/clinic/administration'
import { clinicHelpEndpoints } from '@mi-portal/contract/clinic/help'
import { publicClinicEndpoints } from '@mi-portal/contract/clinic/public-clinic'
import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { routes } from '../../platform/context/operation.ts'
import { discardDraft, restoreVersion, saveDraft } from './administration/edit-drafts.ts'
import {
  addImage,
  createPackage,
  downloadPackage,
  downloadPart,
  uploadPackage,
  uploadPart,
} from './administration/exchange-files.ts'
import { listParts, listVersions, readPart } from './administration/list-parts.ts'
import { listMails, previewMail, previewPreparation } from './administration/preview-texts.ts'
import { listChanges, publishDrafts } from './administration/publish-drafts.ts'
import { getClinic, getHelp, getImage, getWithheldResults } from './read-clinic.ts'

export const clinicRoutes = [
  routes(clinicHelpEndpoints, { help: getHelp }),
  routes(clinicResultTextEndpoints, { withheldResults: getWithheldResults }),
  routes(publicClinicEndpoints, { clinic: getClinic, image: getImage }),
  routes(clinicAdministrationEndpoints, {
    parts: listParts,
    part: readPart,
    saveDraft,
    discardDraft,
    changes: listChanges,
    publish: publishDrafts,
    versions: listVersions,
    restore: restoreVersion,
    file: downloadPart,
    uploadFile: uploadPart,
    addImage,
    package: downloadPackage,
    uploadPackage,
    newPackage: createPackage,
    previewPreparation,
    mails: listMails,
    previewMail,
  }),
]
