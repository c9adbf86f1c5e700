/** Edits a patient's data, including the photo. */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { toPersonValues } from '@mi-portal/contract/fields/person-fields'
import type { Patient } from '@mi-portal/contract/people'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ContractForm, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormErrorDialog } from '../../ui/form/form-error-dialog.tsx'
import { FormPhoto } from '../../ui/form/form-fields.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ContactFields, fieldIdPrefix, PersonalFields } from '../people/person-fields.tsx'
import classes from './profile.module.css'
import { ownDataQuery, ownPhotoQuery, useSaveProfile } from './profile.queries.ts'
import { changesSaved, profileEditOfProven, profileEdits } from './profile.rules.ts'

export function EditData({ userId, onDone }: { userId: number; onDone(): void }) {
  const query = useQuery(ownDataQuery(userId))
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={640} />}>
      {(patient) => <EditForm patient={patient} onDone={onDone} />}
    </QueryContent>
  )
}

function EditForm({ patient, onDone }: { patient: Patient; onDone(): void }) {
  const current = useQuery(ownPhotoQuery(patient)).data
  const save = useSaveProfile(patient.id)
  const kit = useContractForm(
    patient.names_proven ? profileEditOfProven : profileEdits[patient.document_type_id],
    {
      values: { file: null, ...toPersonValues(patient) },
      draftOf: patient.id,
      hasSummary: true,
      idPrefix: fieldIdPrefix,
      hasErrorDialog: true,
      save,
      send: (_, on, { file: photo, ...typed }) => {
        const { first_name, last_name, second_name, ...others } = typed
        save.mutate({ values: patient.names_proven ? others : typed, photo }, on)
      },
    },
  )
  const document = {
    label: patient.document_type_id === documentType.run ? 'RUT' : 'Pasaporte',
    shown: showDocumentWithCountry(
      patient.document_type_id,
      patient.document_number,
      patient.document_country,
    ),
  }

  return (
    <>
      <ContractForm kit={kit} className="grid gap-4">
        <section className={`portal-card ${classes.card}`} aria-labelledby="datos-personales">
          <h2 id="datos-personales">Datos personales</h2>
          <FormPhoto name="file" label="Fotografía" optional current={current} />
          <p className="text-muted type-meta">
            Para cambiar tu tipo o número de documento, contacta a servicio al cliente:{' '}
            <PhoneLink number={portal.supportPhone} />.
          </p>
          <PersonalFields
            document={document}
            hasOptionalSurnames={patient.document_type_id === documentType.passport}
            provenNames={
              patient.names_proven && (
                <p className="text-muted type-meta">
                  Tu nombre está comprobado. Si tiene un error, envía una solicitud de rectificación en{' '}
                  <TextLink to="/dashboard/perfil/datos-personales">Mis datos personales</TextLink>.
                </p>
              )
            }
            storedForecast={patient.forecast_id === null ? undefined : String(patient.forecast_id)}
          />
        </section>
        <section className={`portal-card ${classes.card}`} aria-labelledby="datos-de-contacto">
          <h2 id="datos-de-contacto">Datos de contacto</h2>
          <ContactFields emailHint="Si lo cambias, tendrás que confirmarlo desde el nuevo e-mail." />
        </section>
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            GUARDAR CAMBIOS
          </Button>
        </div>
      </ContractForm>
      <FormErrorDialog kit={kit} title="No ha sido posible actualizar los datos" />
      <ResultDialog opened={save.isSuccess} kind="success" title={changesSaved} onClose={onDone}>
        {save.data?.email_pending &&
          `Confirma tu nuevo e-mail desde el mensaje a ${save.data.email_pending}.`}
      </ResultDialog>
    </>
  )
}
