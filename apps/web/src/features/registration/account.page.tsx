/**
 * Opens the account: the form, sending it, and its two results. There is a page for a run, and one for a passport. Where staff
 * validate the person, the page starts with photos.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { emptyPersonValues } from '@mi-portal/contract/fields/person-fields'
import { accountStatus } from '@mi-portal/contract/people'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useUnsentInput } from '../../lib/drafts.ts'
import { getRegistration, type RegistrationData, storeRegistration } from '../../lib/session.ts'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
import { useContractForm } from '../../ui/form/contract-form.tsx'
import { HeaderContent } from '../../ui/header-slot.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StepIndicator } from '../../ui/step-indicator.tsx'
import { fieldIdPrefix } from '../people/person-fields.tsx'
import { type AccountKit, useViewFlow, type ViewFlow } from './account.flow.ts'
import { registryPersonQuery, useRegisterPatient } from './account.queries.ts'
import { type AccountValues, accountRequest } from './account.rules.ts'
import { AccountFormView } from './account-form.tsx'
import { IdentityPhotosStep } from './identity-photos-step.tsx'
import { registrationSteps } from './registration.rules.ts'
import { RegistrationFailed, RegistrationSucceeded } from './registration-results.tsx'

const typedKey = (data: RegistrationData) =>
  ['registration', 'typed', data.document_type_id, data.document_number] as const

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
          <ChoosePhotos {...account} onContinue={() => setPhotographed(true)} onBack={onBack} />
        )
      }
    </Account>
  )
}

const photoNames = ['file_passport', 'file_passport_patient', 'file_selfie'] as const

function ChoosePhotos({ data, kit, ...rest }: AccountParts & { onContinue(): void; onBack(): void }) {
  const { form } = kit
  const { errors } = form.formState
  const [file_passport, file_passport_patient, file_selfie] = form.watch(photoNames)
  return (
    <IdentityPhotosStep
      {...rest}
      type={data.document_type_id}
      photos={{ file_passport, file_passport_patient, file_selfie }}
      fieldErrors={Object.fromEntries(photoNames.map((name) => [name, errors[name]?.message]))}
      onChange={(name, file) => {
        form.setValue(name, file, { shouldDirty: true })
        form.clearErrors(name)
      }}
    />
  )
}

interface AccountParts {
  data: RegistrationData
  kit: AccountKit
  viewFlow: ViewFlow
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
  const [typed] = useState(
    () => client.getQueryData<AccountValues>(typedKey(data)) ?? emptyAccountValues(data),
  )
  const save = useRegisterPatient(data.solem)
  const { isSuccess } = save
  const viewFlow = useViewFlow(isSuccess)
  const kit = useContractForm(accountRequest, {
    values: typed,
    hasSummary: true,
    idPrefix: fieldIdPrefix,
    showField: viewFlow.openViewOf,
    save,
    send: (values, { onSuccess, onError }) =>
      save.mutate(values, {
        onSuccess,
        onError: (error) => {
          onError(error)
          if (!(error instanceof CallError)) return
          renewAnswers(error)
          for (const { param = '' } of error.fieldErrors.slice(0, 1)) viewFlow.openViewOf(param)
        },
      }),
  })
  const { form } = kit
  useUnsentInput(() => !isSuccess && form.formState.isDirty)

  // A step back removes the form from the page, but not its input.
  useEffect(() => {
    if (isSuccess) return client.removeQueries({ queryKey: typedKey(data) })
    return () => {
      client.setQueryData<AccountValues>(typedKey(data), form.getValues())
    }
  }, [client, data, form, isSuccess])

  /** Asks again for the photos and the texts that the server rejected. */
  function renewAnswers(error: CallError) {
    if (photoNames.some((name) => error.fieldErrorOf(name))) props.onDocumentError?.()
    for (const name of ['terms_version', 'privacy_version'] as const) {
      if (error.fieldErrorOf(name) === undefined) continue
      // A new version came into force while the form was filled in, so it has to be accepted again.
      form.setValue(name, '')
      void client.invalidateQueries({ queryKey: ['legal'] })
    }
  }

  const stepIndicator = (
    <HeaderContent>
      <StepIndicator steps={registrationSteps} current={isSuccess ? registrationSteps.length + 1 : 2} />
    </HeaderContent>
  )
  if (save.isSuccess) {
    return (
      <>
        {stepIndicator}
        <RegistrationSucceeded
          pending={save.data.status === accountStatus.pending}
          applicationKey={save.data.applicationKey}
          notified={save.data.notified}
        />
      </>
    )
  }
  if (save.isError) {
    return (
      <>
        {stepIndicator}
        <RegistrationFailed
          error={save.error}
          onRetry={save.reset}
          onRepeatCheck={() => storeRegistration({ ...data, code: null, solem: undefined })}
        />
      </>
    )
  }
  return (
    <>
      {stepIndicator}
      {props.children({ data, kit, viewFlow })}
    </>
  )
}

function Filling({ data, kit, viewFlow, onBack }: AccountParts & { onBack(): void }) {
  const { form } = kit
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
      kit={kit}
      viewFlow={viewFlow}
      document={{
        label: type === documentType.run ? 'RUT' : 'Pasaporte',
        shown: showDocumentWithCountry(type, data.document_number, data.document_country),
      }}
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
      onBack={onBack}
    />
  )
}

/** Returns a form that contains only the first data of the registration. */
function emptyAccountValues(data: RegistrationData): AccountValues {
  return {
    file: null,
    file_passport: null,
    file_passport_patient: null,
    file_selfie: null,
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
  }
}
