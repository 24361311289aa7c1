import type { ServiceFacts } from '../catalogue.js'
import { optional, type Reader } from './reader.js'

/** Endpoints, authentication, polling, limits and our extensions. */
export function readService(service: Reader): ServiceFacts {
  const authentication = service.object('authentication')
  const polling = service.object('polling')
  return {
    endpoints: service.objects('endpoints').map((endpoint) => ({
      id: endpoint.text('id'),
      method: endpoint.text('method'),
      path: endpoint.text('path'),
      summary: endpoint.text('summary'),
      ...optional('extension', endpoint.optionalText('extension')),
      ...endpoint.optionalSource(),
    })),
    authentication: {
      scheme: authentication.oneOf('scheme', ['bearer']),
      header: authentication.text('header'),
      notes: authentication.notes('notes'),
    },
    polling: {
      minimumSeconds: polling.number('minimumSeconds'),
      maximumSeconds: polling.number('maximumSeconds'),
      source: polling.source(),
    },
    limits: service.notes('limits'),
    notes: service.notes('notes'),
    extensions: service.objects('extensions').map((extension) => ({
      id: extension.text('id'),
      title: extension.text('title'),
      description: extension.text('description'),
    })),
  }
}
