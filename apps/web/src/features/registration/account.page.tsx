/**
 * Opens the account: the form, sending it, and its two results. There is a page for a run, and one for a passport,
 * which starts with photos.
 */
import { ApiError } from '@mi-portal/contract/api-error'
import { accountStatus } from '@mi-portal/contract/people'
import { emptyPersonValues } from '@mi-portal/contract/person-fields'
import { documentType, showDocument } from '@mi-portal/contract/values/document-number'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useUnsentInput } from '../../lib/drafts.ts'
import {
  forgetRegistration,
  keepRegistration,
  type RegistrationData,
  registrationData,
} from '../../lib/session.ts'
import { settle } from '../../lib/settle.ts'
import { useCloseOnBack } from '../../ui/close-on-back.ts'
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

/** The input of the form; it outlives a step back, and only in this page's memory. */
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
  useCloseOnBack(photographed, () => setPhotographed(false))
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
  /** The server's errors about the images, by their names. */
  photoFaults: Partial<Record<keyof Photos, string>>
  attempt: number
  onRefused(): void
  sending: boolean
  onSubmit(values: CleanAccount): void
}

interface AccountProps {
  data: RegistrationData
  /** Called when the server found an error in a photo of the document. */
  onDocumentFault?(): void
  children(parts: AccountParts): ReactNode
}

/**
 * Stores the input, sends it and shows the result in place of the form. A failed registration returns to the form
 * with its input.
 */
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
      if (result instanceof ApiError) {
        void recordProgress('err_register_final')
        throw result
      }
      void recordProgress('up_register_final')
      return result
    },
    onSuccess: forgetRegistration,
  })
  const { isSuccess } = send
  useUnsentInput(() => !isSuccess && (form.formState.isDirty || photos !== noPhotos))

  // A step back removes the form from the page, but not its input.
  useEffect(() => {
    if (isSuccess) return client.removeQueries({ queryKey: typedKey(data) })
    return () => {
      client.setQueryData<Typed>(typedKey(data), { values: form.getValues(), photos })
    }
  }, [client, data, form, photos, isSuccess])

  function showFaults(refusal: ApiError) {
    const { file, file_passport, file_passport_patient } = showServerFaults(refusal, form, accountFields)
    setPhotoFaults({ file, file_passport, file_passport_patient })
    if (file_passport ?? file_passport_patient) props.onDocumentFault?.()
    if (refusal.faultOf('terms_version')) {
      // A new version came into force while the form was filled in, so it has to be accepted again.
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
            if (refusal instanceof ApiError) showFaults(refusal)
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
      form.setValue(name, person[name])
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
      areNamesProven={person !== undefined}
      attempt={rest.attempt}
      onRefused={rest.onRefused}
      sending={rest.sending}
      onSubmit={rest.onSubmit}
      onBack={rest.onBack}
    />
  )
}

/** Returns a form that contains only the first data of the registration. */
function nothingTyped(data: RegistrationData): Typed {
  return {
    photos: noPhotos,
    values: {
      document_type_id: data.document_type_id,
      document_number: data.document_number,
      ...emptyPersonValues,
      email: data.email,
      phone: `9${data.cellphone}`,
      password: '',
      password_confirmation: '',
      terms_version: '',
      privacy_version: '',
    },
  }
}
