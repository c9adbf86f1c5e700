/** Tests the quarantine with Debian's `clamd`. */
import { contactEndpoints } from '@mi-portal/contract/contact'
import { deskEndpoints } from '@mi-portal/contract/desk'
import { expect, onTestFinished, test } from 'vitest'
import { formWith } from '../../../test/departments.ts'
import { startClamd } from '../../../test/files/clamd.ts'
import {
  beingScanned,
  blocked,
  infectedMark,
  message,
  pdf,
  scanAll,
  statesOf,
  withComplaint,
} from '../../../test/files/scanning.ts'

test('the ClamAV daemon at SCANNER_URL finds an infected file, also after the daemon was unavailable', async () => {
  const daemon = await startClamd()
  onTestFinished(daemon.stop)
  const portal = await withComplaint(infectedMark, {
    scanner: undefined,
    environment: { SCANNER_URL: `clamd://${daemon.socket}` },
  })
  await daemon.pause()
  expect(await portal.scanning.isReachable()).toBe(false)
  expect(await portal.scanning.scanNext()).toBe(false)
  expect(await portal.openAtDesk()).toEqual({ status: 409, text: beingScanned })
  await daemon.resume()
  portal.clock.advance({ seconds: 61 })
  expect(await portal.scanning.isReachable()).toBe(true)
  expect(await scanAll(portal)).toBe(1)
  expect(await statesOf(portal)).toEqual([
    { purpose: 'request', scan_state: 'infected', scan_detail: 'Portal.Test.Mark.UNOFFICIAL' },
  ])
  expect(await portal.openAtDesk()).toEqual({ status: 410, text: blocked })
  const { call, mother } = portal
  const clean = await call(contactEndpoints.send, {
    form: formWith({ ...message, patient_id: mother.id }, { file_0: pdf('limpio') }),
  })
  expect(await scanAll(portal)).toBe(1)
  const { request } = await (await portal.as(portal.clerk))(deskEndpoints.open, {
    params: { matter: 'contact', id: clean.contactId },
  })
  expect(request.files[0]?.scan_state).toBe('clean')
})
