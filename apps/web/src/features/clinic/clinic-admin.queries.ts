/** Loads, edits, publishes and downloads the clinic package. */
import { buildRequest } from '@mi-portal/contract/calls/client'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import type { NewClinic } from '@mi-portal/contract/clinic/administration'
import {
  clinicAdministrationEndpoints,
  describeUploadLimit,
  uploadLimits,
  type versionColumns,
} from '@mi-portal/contract/clinic/administration'
import type { PartName } from '@mi-portal/contract/clinic/clinic-package'
import type { MailPassages } from '@mi-portal/contract/clinic/mail-wording'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { encodeBase64 } from '../../lib/browser/encode-base64.ts'
import { call, fetchFile } from '../../lib/call.ts'
import { downloadFailed, imageUploadFailed, readingFailed } from '../../lib/explain-error.ts'

const clinicKey = ['clinic-administration'] as const

const fallback = 'Error server al obtener los datos de la clínica'

export const partsQuery = queryOptions({
  queryKey: [...clinicKey, 'parts'],
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (await call(clinicAdministrationEndpoints.parts, {}, { signal, fallback })).parts,
})

export const changesQuery = queryOptions({
  queryKey: [...clinicKey, 'changes'],
  staleTime: 0,
  queryFn: ({ signal }) => call(clinicAdministrationEndpoints.changes, {}, { signal, fallback }),
})

export function partQuery(part: PartName) {
  return queryOptions({
    queryKey: [...clinicKey, 'part', part],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(clinicAdministrationEndpoints.part, { params: { part } }, { signal, fallback }),
  })
}

export function versionsQuery(part: PartName, { page, limit, order }: OrderedPage<typeof versionColumns>) {
  return queryOptions({
    queryKey: [...clinicKey, 'versions', part, page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        clinicAdministrationEndpoints.versions,
        { params: { part }, query: { page, limit, order } },
        { signal, fallback },
      ),
  })
}

export function preparationPreviewQuery(sheet: { title: string; body: string }) {
  return queryOptions({
    queryKey: [...clinicKey, 'preparation', sheet],
    queryFn: async ({ signal }) =>
      (await call(clinicAdministrationEndpoints.previewPreparation, { body: sheet }, { signal, fallback }))
        .html,
  })
}

export const mailsQuery = queryOptions({
  queryKey: [...clinicKey, 'mails'],
  queryFn: async ({ signal }) =>
    (await call(clinicAdministrationEndpoints.mails, {}, { signal, fallback })).mails,
})

/** Loads a mail with a wording that is not published yet, filled with synthetic data. */
export function mailDraftQuery(mail: string, wording: MailPassages) {
  return queryOptions({
    queryKey: [...clinicKey, 'mail', mail, wording],
    queryFn: ({ signal }) =>
      call(
        clinicAdministrationEndpoints.previewMail,
        { params: { mail }, body: wording },
        { signal, fallback: 'No ha sido posible mostrar el correo' },
      ),
  })
}

/** Returns a mutation whose success reloads everything about the package. */
function useClinicMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: clinicKey }) })
}

const saveFallback = 'No ha sido posible guardar los cambios'

export function useSaveDraft(part: PartName) {
  return useClinicMutation((body: { content: unknown; based_on: number | null }) =>
    call(clinicAdministrationEndpoints.saveDraft, { params: { part }, body }, { fallback: saveFallback }),
  )
}

export function useDiscardDraft(part: PartName) {
  return useClinicMutation(() =>
    call(
      clinicAdministrationEndpoints.discardDraft,
      { params: { part } },
      { fallback: 'No ha sido posible descartar los cambios' },
    ),
  )
}

export function usePublishDrafts() {
  return useClinicMutation((note: string) =>
    call(
      clinicAdministrationEndpoints.publish,
      { body: { note: note.trim() === '' ? null : note } },
      { fallback: 'No ha sido posible publicar los cambios' },
    ),
  )
}

export function useRestoreVersion(part: PartName) {
  return useClinicMutation((version: number) =>
    call(
      clinicAdministrationEndpoints.restore,
      { params: { part, version } },
      { fallback: 'No ha sido posible recuperar la versión' },
    ),
  )
}

/** Returns the content of a file in Base64. Rejects a file of more than `bytes`, before anything is sent. */
function encodeFile(file: File, bytes: number): Promise<string> {
  if (file.size > bytes) throw new Error(describeUploadLimit(bytes))
  return encodeBase64(file)
}

export function useUploadPart(part: PartName) {
  return useClinicMutation(async ({ file, based_on }: { file: File; based_on: number | null }) =>
    call(
      clinicAdministrationEndpoints.uploadFile,
      { params: { part }, body: { content: await encodeFile(file, uploadLimits.part), based_on } },
      { fallback: readingFailed },
    ),
  )
}

export function useUploadPackage() {
  return useClinicMutation(async (file: File) =>
    call(
      clinicAdministrationEndpoints.uploadPackage,
      { body: { content: await encodeFile(file, uploadLimits.package) } },
      { fallback: readingFailed },
    ),
  )
}

export function useCreateClinic() {
  return useClinicMutation((body: NewClinic) =>
    call(
      clinicAdministrationEndpoints.newPackage,
      { body },
      { fallback: 'No ha sido posible crear el paquete' },
    ),
  )
}

export function useAddImage() {
  return useClinicMutation(async (file: File) =>
    call(
      clinicAdministrationEndpoints.addImage,
      { body: { name: file.name, content: await encodeFile(file, uploadLimits.image) } },
      { fallback: imageUploadFailed },
    ),
  )
}

export function useDownloadPart(part: PartName) {
  return useMutation({
    mutationFn: async (name: string) => {
      const { url } = buildRequest(clinicAdministrationEndpoints.file, { params: { part } })
      saveFile(await fetchFile(url, downloadFailed), name)
    },
  })
}

export function useDownloadPackage() {
  return useMutation({
    mutationFn: async () => {
      const { url } = buildRequest(clinicAdministrationEndpoints.package, {})
      saveFile(await fetchFile(url, downloadFailed), 'clinica.zip')
    },
  })
}
