'use client'
import type { Asset } from '@model-tasks/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { persist } from './follow/connection.js'
import { useSession } from './provider.js'

/** What becomes of an upload. */
export interface UploadState {
  /** `uploading` until its review is over; `approved` is the only end after which requests may refer to it. */
  readonly status: 'idle' | 'uploading' | 'approved' | 'rejected' | 'error'
  /** The file as the service has it, once its review is over. */
  readonly asset?: Asset
  /** What a request has in the place of the file, once it is approved: `assetId://…`. */
  readonly reference?: string
  /** Why it was not uploaded: an error of the client. */
  readonly error?: Error
  /** What the latest attempt met, while the hook goes on by itself: the page is offline, the service is restarted. */
  readonly fault?: Error
}

/** An upload of one file, and its actions. */
export interface Upload extends UploadState {
  /** Uploads a file in the place of an earlier one. Answers its reference; undefined where the state says why there is none. Never rejects. */
  upload(file: Blob): Promise<string | undefined>
  /** Forgets the file, and ends its upload. */
  reset(): void
}

const idle: UploadState = { status: 'idle' }

/**
 * Uploads a file into the asset library before the request that uses it. It is sent again after a lost connection, which costs nothing. Leaving the component
 * ends the upload, and a reload forgets the file: the browser gives it to a page once.
 */
export function useUpload(): Upload {
  const { client } = useSession()
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const actions = useMemo((): Omit<Upload, keyof UploadState> => {
    const begin = (): AbortSignal => {
      running.current?.abort()
      return (running.current = new AbortController()).signal
    }
    return {
      upload: async (file) => {
        const signal = begin()
        const show = (next: UploadState): void => {
          if (!signal.aborted) setState(next)
        }
        show({ status: 'uploading' })
        try {
          const asset = await persist(
            () => client.uploadAsset(file, { untilReviewed: true, signal }),
            (fault) => show({ status: 'uploading', fault }),
            signal,
          )
          const isApproved = asset.status === 'approved'
          const reference = isApproved ? `assetId://${asset.id}` : undefined
          show({ status: isApproved ? 'approved' : 'rejected', asset, ...(reference !== undefined && { reference }) })
          return reference
        } catch (error) {
          show({ status: 'error', error: error as Error })
          return undefined
        }
      },
      reset: () => {
        begin()
        setState(idle)
      },
    }
  }, [client])
  return { ...state, ...actions }
}
