;;; Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
;;;
;;; The suite "image" in Common Lisp: FOLDER [--quick] [--list] [GROUP...], as
;;; Main() of ../../measure.h. The tree lives in a core (tree.lisp), so opening
;;; it is starting a Lisp; each time is that of a process of its own.

;;; Some versions keep --script and the file's name in the list.
(defvar *arguments*
  (if (equal (second sb-ext:*posix-argv*) "--script")
      (nthcdr 3 sb-ext:*posix-argv*)
      (rest sb-ext:*posix-argv*)))
(defvar *folder* (pop *arguments*))
(defvar *source*
  (namestring (merge-pathnames "tree.lisp" (or *load-truename* ""))))
(defvar *openings* 8)

(defun fail (control &rest arguments)
  (format *error-output* "image.sbcl: ~?~%" control arguments)
  (sb-ext:exit :code 1 :abort t))

;;; Of the processes that have ended, in milliseconds.
(defun children-cpu-ms ()
  (multiple-value-bind (done user-us system-us)
      (sb-unix:unix-getrusage sb-unix:rusage_children)
    (if done (/ (+ user-us system-us) 1000d0) 0)))

;;; Runs this Lisp; returns what it printed, and the milliseconds that it ran by
;;; the clock and by that of the processor.
(defun run (&rest arguments)
  (let* ((start (get-internal-real-time))
         (cpu-start (children-cpu-ms))
         (output (make-string-output-stream))
         (process (sb-ext:run-program sb-ext:*runtime-pathname* arguments
                                      :output output)))
    (unless (eql 0 (sb-ext:process-exit-code process))
      (fail "a Lisp ended with ~d" (sb-ext:process-exit-code process)))
    (values (get-output-stream-string output)
            (/ (- (get-internal-real-time) start)
               (/ internal-time-units-per-second 1000d0))
            (- (children-cpu-ms) cpu-start))))

(defun numbers (text)
  (let ((*read-default-float-format* 'double-float))
    (with-input-from-string (stream text)
      (loop for number = (read stream nil)
            while number
            collect number))))

;;; FIGURES: names and values, and METRIC, the name that variants are compared by.
(defun print-row (name metric cpu-ms wall-ms peak-bytes &rest figures)
  (format t "{\"suite\":\"image\",\"row\":\"~a\",\"variant\":\"sbcl\",~
             \"cpu_ms\":~,4f,\"wall_ms\":~,4f,\"peak_bytes\":~d,~
             \"metric\":\"~a\"~{,\"~a\":~a~}}~%"
          name cpu-ms wall-ms peak-bytes metric
          (mapcar (lambda (figure)
                    (if (floatp figure) (format nil "~,4f" figure) figure))
                  figures)))

(defun file-bytes (path)
  (with-open-file (file path :element-type '(unsigned-byte 8))
    (file-length file)))

(defun core-path (kind)
  (format nil "~a/~d.~a.core" *folder* (sb-unix:unix-getpid) kind))

;;; Returns the milliseconds that it took by the clock and the processor's.
(defun make-core (path count)
  (rest (multiple-value-list
         (run "--script" *source* path (princ-to-string count)))))

;;; The least processor time of some starts, with the words of that one.
(defun start-core (path &rest words)
  (let ((best nil) (wall 0))
    (dotimes (i *openings* (values best wall))
      (multiple-value-bind (text wall-ms)
          (apply #'run "--core" path "--noinform" words)
        (let ((found (numbers text)))
          (when (or (null best) (< (second found) (second best)))
            (setf best found wall wall-ms)))))))

(defun print-rows (core bare count)
  (destructuring-bind (wall-ms cpu-ms) (make-core core count)
    (print-row "tree_make" "cpu_ms" cpu-ms wall-ms 0))
  (make-core bare 0)
  (let ((core-bytes (file-bytes core)) (bare-bytes (file-bytes bare)))
    (print-row "tree_bytes" "bytes_per_node" 0 0 0
               "bytes_per_node" (/ (- core-bytes bare-bytes) count 1d0)
               "file_bytes" core-bytes "fixed_bytes" bare-bytes))
  (let ((bare-ms (second (start-core bare))))
    (multiple-value-bind (found wall-ms) (start-core core)
      (destructuring-bind (key ms peak) found
        (print-row "tree_open" "cpu_ms" ms wall-ms peak
                   "least_ms" ms "bare_ms" bare-ms "checksum" key))))
  (destructuring-bind (key ms sum first-ms again-ms peak)
      (start-core core "walk")
    (declare (ignore key ms))
    (print-row "tree_first_walk" "cpu_ms" first-ms first-ms peak "checksum" sum)
    (print-row "tree_walk" "cpu_ms" again-ms again-ms peak "checksum" sum)))

(defun run-tree (count)
  (let ((core (core-path "tree")) (bare (core-path "bare")))
    (unwind-protect (print-rows core bare count)
      (dolist (path (list core bare))
        (when (probe-file path) (delete-file path))))))

(let ((count 1000000) (list-only nil))
  (dolist (argument *arguments*)
    (cond ((string= argument "--quick")
           (setf count (floor count 16) *openings* 2))
          ((string= argument "--list") (setf list-only t))
          ((string/= argument "tree")
           (format *error-output* "image.sbcl: ~a: no such option or group~%"
                   argument)
           (sb-ext:exit :code 2 :abort t))))
  (if list-only
      (format t "tree~%")
      (run-tree count)))
