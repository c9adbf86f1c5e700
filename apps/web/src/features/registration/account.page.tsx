/** Opening the account: the form, what is sent, and its two results. The run's page, and the passport's with its photos first. */
import { Failure } from '@mi-portal/contract/failure'
import { accountStatus } from '@mi-portal/contract/people'
import { documentType, showDocument } from '@mi-portal/contract/values/document-number'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import {
  forgetRegistration,
  keepRegistration,
  type RegistrationData,
  registrationData,
} from '../../lib/session.ts'
import { settle } from '../../lib/settle.ts'
import { InHead } from '../../ui/head-slot.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showServerFaults } from '../../ui/server-faults.ts'
import { StepTrail } from '../../ui/step-trail.tsx'
import { wait } from '../../ui/tokens.ts'
import { type AccountForm, AccountFormView, useAccountForm } from './account-form.tsx'
import { PassportPhotosStep } from './passport-photos-step.tsx'
import { recordProgress, register, registryPersonQuery } from './registration.queries.ts'
import {
  type AccountValues,
  accountFields,
  type CleanAccount,
  type Photos,
  registrationSteps,
} from './registration.rules.ts'
import { RegistrationFailed, RegistrationSucceeded } from './registration-results.tsx'

/** What somebody typed and chose; it outlives a step back, in this page's memory alone. */
interface Typed {
  values: AccountValues
  photos: Photos
}

const typedKey = (data: RegistrationData) =>
  ['registration', 'typed', data.document_type_id, data.document_number] as const

const noPhotos: Photos = { file: null, file_passport: null, file_passport_patient: null }

export function RunPage() {
  const [data] = useState(registrationData)
  const navigate = useNavigate()
  if (!data) return null
  return (
    <Account data={data}>
      {(account) => <Filling {...account} onBack={() => navigate({ to: '/registrar' })} />}
    </Account>
  )
}

export function PassportPage() {
  const [data] = useState(registrationData)
  const navigate = useNavigate()
  const [photographed, setPhotographed] = useState(false)
  if (!data) return null
  return (
    <Account data={data} onDocumentFault={() => setPhotographed(false)}>
      {(account) =>
        photographed ? (
          <Filling {...account} onBack={() => setPhotographed(false)} />
        ) : (
          <PassportPhotosStep
            photos={account.photos}
            faults={account.photoFaults}
            onChange={account.onPhotos}
            onContinue={() => setPhotographed(true)}
            onBack={() => navigate({ to: '/registrar' })}
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
  /** What the server found wrong with the pictures, by their names. */
  photoFaults: Partial<Record<keyof Photos, string>>
  attempt: number
  onRefused(): void
  sending: boolean
  onSubmit(values: CleanAccount): void
}

interface AccountProps {
  data: RegistrationData
  /** The server found something wrong with a document's photo. */
  onDocumentFault?(): void
  children(parts: AccountParts): ReactNode
}

/** Keeps what is typed, sends it, and shows the result in the form's place; a failed one leads back to all that was typed. */
function Account(props: AccountProps) {
  const { data } = props
  const client = useQueryClient()
  const [typed] = useState(() => client.getQueryData<Typed>(typedKey(data)) ?? nothingTyped(data))
  const form = useAccountForm(typed.values)
  const [photos, setPhotos] = useState(typed.photos)
  const [photoFaults, setPhotoFaults] = useState<AccountParts['photoFaults']>({})
  const [attempt, setAttempt] = useState(0)
  const send = useMutation({
    mutationFn: async (values: CleanAccount) => {
      await recordProgress('up_register_submit')
      const result = await settle(register(values, photos, data.solem), wait.result)
      if (result instanceof Failure) {
        void recordProgress('err_register_final')
        throw result
      }
      void recordProgress('up_register_final')
      return result
    },
    onSuccess: forgetRegistration,
  })
  const { isSuccess } = send

  // A step back takes the form off the page, not what was typed into it.
  useEffect(() => {
    if (isSuccess) return client.removeQueries({ queryKey: typedKey(data) })
    return () => {
      client.setQueryData<Typed>(typedKey(data), { values: form.getValues(), photos })
    }
  }, [client, data, form, photos, isSuccess])

  function showFaults(refusal: Failure) {
    const { file, file_passport, file_passport_patient } = showServerFaults(refusal, form, accountFields)
    setPhotoFaults({ file, file_passport, file_passport_patient })
    if (file_passport ?? file_passport_patient) props.onDocumentFault?.()
    if (refusal.faultOf('terms_version')) {
      // Another text came into force while the form was filled in: it has to be accepted anew.
      form.setValue('terms_version', '')
      void client.invalidateQueries({ queryKey: ['legal'] })
    }
    if (refusal.faultOf('privacy_version')) {
      form.setValue('privacy_version', '')
      void client.invalidateQueries({ queryKey: ['legal'] })
    }
    setAttempt((count) => count + 1)
  }

  const trail = (
    <InHead>
      <StepTrail steps={registrationSteps} current={isSuccess ? registrationSteps.length + 1 : 2} />
    </InHead>
  )
  if (send.isSuccess) {
    return (
      <>
        {trail}
        <RegistrationSucceeded
          email={form.getValues('email')}
          pending={send.data === accountStatus.pending}
        />
      </>
    )
  }
  if (send.isError) {
    const refusal = send.error
    return (
      <>
        {trail}
        <RegistrationFailed
          refusal={refusal}
          onRetry={() => {
            if (refusal instanceof Failure) showFaults(refusal)
            send.reset()
          }}
          onProveAgain={() => keepRegistration({ ...data, code: null, solem: undefined })}
        />
      </>
    )
  }
  return (
    <>
      {trail}
      {props.children({
        data,
        form,
        photos,
        onPhotos: (chosen) => {
          setPhotos(chosen)
          setPhotoFaults({})
        },
        photoFaults,
        attempt,
        onRefused: () => setAttempt(attempt + 1),
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
      if (!form.getValues(name)) form.setValue(name, person[name])
    }
  }, [person, form])

  return (
    <AccountFormView
      form={form}
      document={{
        label: type === documentType.run ? 'RUT' : 'Pasaporte',
        shown: showDocument(type, data.document_number),
      }}
      photo={photos.file}
      onPhoto={(file) => rest.onPhotos({ ...photos, file })}
      photoFault={rest.photoFaults.file}
      notice={
        <>
          {registry.isError && (
            <LoadError
              message={registry.error.message}
              onRetry={registry.refetch}
              retrying={registry.isFetching}
            />
          )}
          {person && (
            <Notice kind="info">
              Completamos tus nombres y tu fecha de nacimiento con los datos del Registro Civil, que son los
              que quedarán en tu cuenta.
            </Notice>
          )}
        </>
      }
      attempt={rest.attempt}
      onRefused={rest.onRefused}
      sending={rest.sending}
      onSubmit={rest.onSubmit}
      onBack={rest.onBack}
    />
  )
}

/** A form that knows only what the registration began with. */
function nothingTyped(data: RegistrationData): Typed {
  return {
    photos: noPhotos,
    values: {
      document_type_id: data.document_type_id,
      document_number: data.document_number,
      first_name: '',
      last_name: '',
      second_name: '',
      date_birth: '',
      nationality_id: '',
      forecast_id: '',
      gender_id: '',
      email: data.email,
      address: '',
      phone: `9${data.cellphone}`,
      region_id: '',
      city_id: '',
      commune_id: '',
      password: '',
      password_confirmation: '',
      terms_version: '',
      privacy_version: '',
    },
  }
}
