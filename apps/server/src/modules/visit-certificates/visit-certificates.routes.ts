import { visitCertificateEndpoints } from '@mi-portal/contract/visit-certificates'
import { routes } from '../../platform/context/operation.ts'
import { downloadCertificate, issueCertificate } from './issue-certificates.ts'
import { verifyCertificate } from './verify-certificate.ts'

export const visitCertificateRoutes = routes(visitCertificateEndpoints, {
  issue: issueCertificate,
  file: downloadCertificate,
  verify: verifyCertificate,
})
