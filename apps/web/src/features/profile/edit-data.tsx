/** Edits a patient's data, including the photo. */
import { zodResolver } from '@hookform/resolvers/zod'
import { showDocumentWithCountry } from '@mi-portal/contract/country'
import type { Patient } from '@mi-portal/contract/people'
import { personFieldNames, personValuesOf } from '@mi-portal/contract/person-fields'
import { profileFormOfProven, profileForms } from '@mi-portal/contract/profile'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { createDraftHook } from '../../lib/drafts.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ContactFields, fieldIdPrefix, PersonalFields } from '../people/person-fields.tsx'
import classes from './profile.module.css'
import { ownDataQuery, ownPhotoQuery, useSaveProfile } from './profile.queries.ts'
import { type EditValues, listFieldErrors } from './profile.rules.ts'

interface Typed {
  values: EditValues
  photo: File | null
}

const useDraft = createDraftHook<Typed>()

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
  const [photo, setPhoto] = useState<File | null>(null)
  const [photoError, setPhotoError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const form = useForm({
    resolver: zodResolver(
      patient.names_proven ? profileFormOfProven : profileForms[patient.document_type_id],
      undefined,
      { raw: true },
    ),
    defaultValues: personValuesOf(patient),
    shouldFocusError: false,
  })
  const save = useSaveProfile(patient.id)
  const { errors, isDirty } = form.formState
  const draft = useDraft(() =>
    !save.isSuccess && (isDirty || photo) ? { values: form.getValues(), photo } : null,
  )
  const document = {
    label: patient.document_type_id === documentType.run ? 'RUT' : 'Pasaporte',
    shown: showDocumentWithCountry(
      patient.document_type_id,
      patient.document_number,
      patient.document_country,
    ),
  }
  const photoErrors = photoError ? [{ id: `${fieldIdPrefix}file`, message: photoError }] : []

  function takeDraft() {
    if (!draft.offered) return
    for (const field of personFieldNames)
      form.setValue(field, draft.offered.values[field] ?? '', { shouldDirty: true })
    setPhoto(draft.offered.photo)
    draft.discard()
  }

  function choosePhoto(chosen: File | null) {
    setPhoto(chosen)
    setPhotoError(undefined)
  }

  /** Shows the server's errors at their fields once the dialog is closed. */
  function showErrors(error: Error) {
    save.reset()
    setPhotoError(showServerErrors(error, form, personFieldNames).file)
    setAttempt((count) => count + 1)
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.handleSubmit(
          (values) => {
            draft.discard()
            const { first_name, last_name, second_name, ...others } = values
            save.mutate({ values: patient.names_proven ? others : values, photo })
          },
          () => setAttempt((count) => count + 1),
        )}
      >
        {draft.offered && <DraftNotice onTake={takeDraft} onLeave={draft.discard} />}
        <ErrorSummary
          attempt={attempt}
          errors={[
            ...photoErrors,
            ...listFieldErrors(errors).map(({ field, message }) => ({
              id: `${fieldIdPrefix}${field}`,
              message,
            })),
          ]}
        />
        <section className={`portal-card ${classes.card}`} aria-labelledby="datos-personales">
          <h2 id="datos-personales" className={classes.title}>
            Datos personales
          </h2>
          <PhotoField
            id={`${fieldIdPrefix}file`}
            label="Fotografía"
            optional
            current={current}
            file={photo}
            onChange={choosePhoto}
            error={photoError}
          />
          <p className={classes.hint}>
            Para cambiar tu tipo o número de documento, contacta a servicio al cliente:{' '}
            <PhoneLink number={portal.supportPhone} />.
          </p>
          <PersonalFields
            document={document}
            hasOptionalSurnames={patient.document_type_id === documentType.passport}
            provenNames={
              patient.names_proven && (
                <p className={classes.hint}>
                  Tu nombre está comprobado. Si tiene un error, envía una solicitud de rectificación en{' '}
                  <TextLink to="/dashboard/perfil/datos-personales">Mis datos personales</TextLink>.
                </p>
              )
            }
            storedForecast={patient.forecast_id === null ? undefined : String(patient.forecast_id)}
          />
        </section>
        <section className={`portal-card ${classes.card}`} aria-labelledby="datos-de-contacto">
          <h2 id="datos-de-contacto" className={classes.title}>
            Datos de contacto
          </h2>
          <ContactFields emailHint="Si lo cambias, tendrás que confirmarlo desde el nuevo e-mail." />
        </section>
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            GUARDAR CAMBIOS
          </Button>
        </div>
      </form>
      <ResultDialog
        opened={save.isSuccess}
        kind="success"
        title="¡Los cambios fueron guardados con éxito!"
        onClose={onDone}
      >
        {save.data?.email_pending &&
          `Confirma tu nuevo e-mail desde el mensaje a ${save.data.email_pending}.`}
      </ResultDialog>
      {save.isError && (
        <ResultDialog
          opened
          kind="error"
          error={save.error}
          title="No ha sido posible actualizar los datos"
          onClose={() => showErrors(save.error)}
        >
          {save.error.message}
        </ResultDialog>
      )}
    </FormProvider>
  )
}
