;;; Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
;;;
;;; The tree of the suite "image" in a core of SBCL, which is a heap in a file:
;;;
;;;   sbcl --script tree.lisp CORE COUNT
;;;
;;; makes the tree, and of the whole Lisp a core that starts as a program. With a
;;; COUNT of 0 the core has no tree: what a core is without it. Started, the core
;;; prints what it has measured, as words: processor time until the root's key
;;; is read; with `walk`, also the sums of the keys and what two walks take.

(declaim (optimize (speed 3) (safety 0)))

(defstruct (node (:constructor make-node (key)))
  (key 0 :type (unsigned-byte 64))
  (left nil :type (or null node))
  (right nil :type (or null node)))

(defun grow-tree (first end)
  (declare (type (unsigned-byte 62) first end))
  (when (< first end)
    (let* ((middle (floor (+ first end) 2))
           (made (make-node middle)))
      (setf (node-left made) (grow-tree first middle)
            (node-right made) (grow-tree (1+ middle) end))
      made)))

(declaim (ftype (function ((or null node)) (values (unsigned-byte 62)))
                sum-keys))
(defun sum-keys (node)
  (if node
      (ldb (byte 62 0)
           (+ (ldb (byte 62 0) (node-key node))
              (sum-keys (node-left node))
              (sum-keys (node-right node))))
      0))

(defvar *tree* nil)

;;; Of the process, in milliseconds; its start is the beginning.
(defun cpu-ms ()
  (/ (get-internal-run-time) (/ internal-time-units-per-second 1000d0)))

(defun peak-bytes ()
  (with-open-file (status "/proc/self/status")
    (loop for line = (read-line status nil)
          while line
          when (eql 0 (search "VmHWM:" line))
            return (* 1024 (parse-integer line :start 6 :junk-allowed t))
          finally (return 0))))

(defun walk ()
  (let* ((start (cpu-ms))
         (sum (sum-keys *tree*))
         (first-end (cpu-ms)))
    (dotimes (i 8) (setf sum (sum-keys *tree*)))
    (format t "~d ~,4f ~,4f " sum (- first-end start)
            (/ (- (cpu-ms) first-end) 8))))

(defun main ()
  (let ((key (if *tree* (node-key *tree*) 0)))
    (format t "~d ~,4f " key (cpu-ms)))
  (when (find "walk" sb-ext:*posix-argv* :test #'string=) (walk))
  (format t "~d~%" (peak-bytes))
  (finish-output)
  (sb-ext:exit :code 0 :abort t))

(destructuring-bind (core count) (last sb-ext:*posix-argv* 2)
  (setf *tree* (grow-tree 0 (parse-integer count)))
  (sb-ext:save-lisp-and-die core :toplevel #'main))
