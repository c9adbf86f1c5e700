/**
 * Opens the account: the form, sending it, and its two results. There is a page for a run, and one for a passport. Where staff
 * validate the person, the page starts with photos.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { showDocumentWithCountry } from '@mi-portal/contract/country'
import { accountStatus } from '@mi-portal/contract/people'
import { emptyPersonValues } from '@mi-portal/contract/person-fields'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useUnsentInput } from '../../lib/drafts.ts'
import { getRegistration, type RegistrationData, storeRegistration } from '../../lib/session.ts'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import { HeaderContent } from '../../ui/header-slot.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showServerErrors } from '../../ui/server-errors.ts'
import { StepIndicator } from '../../ui/step-indicator.tsx'
import { type AccountForm, AccountFormView, useAccountForm } from './account-form.tsx'
import { IdentityPhotosStep } from './identity-photos-step.tsx'
import { registryPersonQuery, useRegisterPatient } from './registration.queries.ts'
import {
  type AccountValues,
  accountFields,
  type CleanAccount,
  type Photos,
  registrationSteps,
} from './registration.rules.ts'
import { RegistrationFailed, RegistrationSucceeded } from './registration-results.tsx'

/** The input of the form; it outlives a step back, and only in this page's memory. */
interface Typed {
  values: AccountValues
  photos: Photos
}

const typedKey = (data: RegistrationData) =>
  ['registration', 'typed', data.document_type_id, data.document_number] as const

const noPhotos: Photos = { file: null, file_passport: null, file_passport_patient: null, file_selfie: null }

export function RunPage() {
  const [data] = useState(getRegistration)
  const navigate = useNavigate()
  const back = () => navigate({ to: '/registrar' })
  if (!data) return null
  // Without an identity check, staff validate the person with photos.
  if (data.solem === undefined) return <WithPhotos data={data} onBack={back} />
  return <Account data={data}>{(account) => <Filling {...account} onBack={back} />}</Account>
}

export function PassportPage() {
  const [data] = useState(getRegistration)
  const navigate = useNavigate()
  return data && <WithPhotos data={data} onBack={() => navigate({ to: '/registrar' })} />
}

/** Begins with the photos that prove the identity. */
function WithPhotos({ data, onBack }: { data: RegistrationData; onBack(): void }) {
  const [photographed, setPhotographed] = useState(false)
  useCloseOnBack(photographed, () => setPhotographed(false))
  return (
    <Account data={data} onDocumentError={() => setPhotographed(false)}>
      {(account) =>
        photographed ? (
          <Filling {...account} onBack={() => setPhotographed(false)} />
        ) : (
          <IdentityPhotosStep
            type={data.document_type_id}
            photos={account.photos}
            fieldErrors={account.photoErrors}
            onChange={account.onPhotos}
            onContinue={() => setPhotographed(true)}
            onBack={onBack}
          />
        )
      }
    </Account>
  )
}

interface AccountParts {
  data: RegistrationData
  form: AccountForm
  photos: Photos
  onPhotos(photos: Photos): void
  /** The server's errors about the images, by their names. */
  photoErrors: Partial<Record<keyof Photos, string>>
  attempt: number
  onInvalid(): void
  sending: boolean
  onSubmit(values: CleanAccount): void
}

interface AccountProps {
  data: RegistrationData
  /** Called when the server found an error in a photo of the document. */
  onDocumentError?(): void
  children(parts: AccountParts): ReactNode
}

/**
 * Stores the input, sends it and shows the result in place of the form. A failed registration returns to the form
 * with its input.
 */
function Account(props: AccountProps) {
  const { data } = props
  const client = useQueryClient()
  const [typed] = useState(() => client.getQueryData<Typed>(typedKey(data)) ?? emptyAccountValues(data))
  const form = useAccountForm(typed.values)
  const [photos, setPhotos] = useState(typed.photos)
  const [photoErrors, setPhotoErrors] = useState<AccountParts['photoErrors']>({})
  const [attempt, setAttempt] = useState(0)
  const send = useRegisterPatient(photos, data.solem)
  const { isSuccess } = send
  useUnsentInput(() => !isSuccess && (form.formState.isDirty || photos !== noPhotos))

  // A step back removes the form from the page, but not its input.
  useEffect(() => {
    if (isSuccess) return client.removeQueries({ queryKey: typedKey(data) })
    return () => {
      client.setQueryData<Typed>(typedKey(data), { values: form.getValues(), photos })
    }
  }, [client, data, form, photos, isSuccess])

  function showErrors(error: ApiError) {
    const { file, file_passport, file_passport_patient, file_selfie } = showServerErrors(
      error,
      form,
      accountFields,
    )
    setPhotoErrors({ file, file_passport, file_passport_patient, file_selfie })
    if (file_passport ?? file_passport_patient ?? file_selfie) props.onDocumentError?.()
    if (error.fieldErrorOf('terms_version')) {
      // A new version came into force while the form was filled in, so it has to be accepted again.
      form.setValue('terms_version', '')
      void client.invalidateQueries({ queryKey: ['legal'] })
    }
    if (error.fieldErrorOf('privacy_version')) {
      form.setValue('privacy_version', '')
      void client.invalidateQueries({ queryKey: ['legal'] })
    }
    setAttempt((count) => count + 1)
  }

  const stepIndicator = (
    <HeaderContent>
      <StepIndicator steps={registrationSteps} current={isSuccess ? registrationSteps.length + 1 : 2} />
    </HeaderContent>
  )
  if (send.isSuccess) {
    return (
      <>
        {stepIndicator}
        <RegistrationSucceeded
          email={form.getValues('email')}
          pending={send.data.status === accountStatus.pending}
          applicationKey={send.data.applicationKey}
        />
      </>
    )
  }
  if (send.isError) {
    const error = send.error
    return (
      <>
        {stepIndicator}
        <RegistrationFailed
          error={error}
          onRetry={() => {
            if (error instanceof ApiError) showErrors(error)
            send.reset()
          }}
          onRepeatCheck={() => storeRegistration({ ...data, code: null, solem: undefined })}
        />
      </>
    )
  }
  return (
    <>
      {stepIndicator}
      {props.children({
        data,
        form,
        photos,
        onPhotos: (chosen) => {
          setPhotos(chosen)
          setPhotoErrors({})
        },
        photoErrors,
        attempt,
        onInvalid: () => setAttempt(attempt + 1),
        sending: send.isPending,
        onSubmit: send.mutate,
      })}
    </>
  )
}

function Filling({ data, form, photos, ...rest }: AccountParts & { onBack(): void }) {
  const type = data.document_type_id
  const registry = useQuery(registryPersonQuery(data.document_number, data.solem))
  const person = registry.data
  useEffect(() => {
    if (!person) return
    for (const name of ['first_name', 'last_name', 'second_name', 'date_birth'] as const) {
      form.setValue(name, person[name])
    }
  }, [person, form])

  return (
    <AccountFormView
      form={form}
      document={{
        label: type === documentType.run ? 'RUT' : 'Pasaporte',
        shown: showDocumentWithCountry(type, data.document_number, data.document_country),
      }}
      photo={photos.file}
      onPhoto={(file) => rest.onPhotos({ ...photos, file })}
      photoError={rest.photoErrors.file}
      notice={
        <>
          {registry.isError && (
            <LoadError error={registry.error} onRetry={registry.refetch} retrying={registry.isFetching} />
          )}
          {person && (
            <Notice kind="info">
              Tus nombres y tu fecha de nacimiento vienen del Registro Civil y no se editan aquí. Si hay un
              error, regístrate igual y pide corregirlo en servicio al cliente.
            </Notice>
          )}
        </>
      }
      areNamesVerified={person !== undefined}
      attempt={rest.attempt}
      onInvalid={rest.onInvalid}
      sending={rest.sending}
      onSubmit={rest.onSubmit}
      onBack={rest.onBack}
    />
  )
}

/** Returns a form that contains only the first data of the registration. */
function emptyAccountValues(data: RegistrationData): Typed {
  return {
    photos: noPhotos,
    values: {
      document_type_id: data.document_type_id,
      document_number: data.document_number,
      document_country: data.document_country ?? '',
      ...emptyPersonValues,
      email: data.email,
      phone: `9${data.cellphone}`,
      password: '',
      password_confirmation: '',
      one_name: false,
      terms_version: '',
      privacy_version: '',
    },
  }
}
